/** The back button, or a phone's gesture for it, closes what lies on top instead of leaving the page. */

let open: Array<() => void> = [];
let entries = 0; // of the browser's history that stand for something open
let going = 0; // a timer while the browser goes back because we asked it to, which takes a moment

const PATIENCE = 1000; // milliseconds in which it has gone back
const there = (): number => (history.state as { open?: number } | null)?.open ?? 0;

/** Something opens that `close` closes; call what is returned when it is gone. */
export function opened(close: () => void): () => void {
  open.push(close);
  settle();
  return () => {
    open = open.filter((one) => one !== close);
    setTimeout(settle); // where one thing takes another's place, the entry is taken over
  };
}

/** As many entries as things are open. Whoever has left the page by now has left the entries behind. */
function settle(): void {
  if (going) return;
  while (entries < open.length) history.pushState({ open: ++entries }, "");
  const surplus = entries - open.length;
  entries -= surplus;
  if (!surplus || there() <= entries) return;
  going = window.setTimeout(arrived, PATIENCE);
  history.go(-surplus);
}

function arrived(): void {
  clearTimeout(going);
  going = 0;
  settle();
}

window.addEventListener("popstate", () => {
  if (going) return arrived();
  entries = Math.min(entries, there());
  while (open.length > entries) open.pop()?.();
});
