/** The back button, or a phone's gesture for it, closes what lies on top instead of leaving the page. */

let open: Array<() => void> = [];
let entries = 0; // of the browser's history that stand for something open

const there = (): number => (history.state as { open?: number } | null)?.open ?? 0;

/** Something opens that `close` closes; call what is returned when it is gone. */
export function opened(close: () => void): () => void {
  open.push(close);
  if (entries < open.length) history.pushState({ open: ++entries }, "");
  return () => {
    open = open.filter((one) => one !== close);
    setTimeout(settle); // where one thing takes another's place, the entry is taken over
  };
}

/** Closed by other means: its entry goes too, unless one has left the page by now. */
function settle(): void {
  const surplus = entries - open.length;
  if (surplus <= 0) return;
  entries -= surplus;
  if (there() > entries) history.go(-surplus);
}

window.addEventListener("popstate", () => {
  entries = Math.min(entries, there());
  while (open.length > entries) open.pop()?.();
});
