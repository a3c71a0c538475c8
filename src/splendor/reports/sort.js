// A click on a column's title sorts the table by it, largest number or first word on top; a second click turns it round.
for (const button of document.querySelectorAll("thead button")) {
  button.addEventListener("click", () => {
    const title = button.parentElement, body = title.closest("table").tBodies[0];
    const column = title.cellIndex, numbers = title.classList.contains("number");
    const key = (row) => numbers ? parseFloat(row.cells[column].dataset.value ?? "NaN") : row.cells[column].textContent;
    const natural = numbers ? "descending" : "ascending";
    const other = numbers ? "ascending" : "descending";
    const order = title.getAttribute("aria-sort") === natural ? other : natural;
    const sign = order === "ascending" ? 1 : -1;
    const compare = (a, b) => numbers ? (isNaN(a) - isNaN(b)) || sign * (a - b) : sign * a.localeCompare(b);
    const rows = [...body.rows].map((row) => [key(row), row]).sort((a, b) => compare(a[0], b[0]));
    for (const each of title.parentElement.cells) each.removeAttribute("aria-sort");
    title.setAttribute("aria-sort", order);
    body.append(...rows.map((pair) => pair[1]));
  });
}
