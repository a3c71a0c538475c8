/** Where one is: behind the `#`, so that any server can serve the page and an invitation never reaches a log. */
export interface Route {
  page: string;
  argument: string;
  query: URLSearchParams;
}

function read(): Route {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [page = "", argument = ""] = path.split("/");
  return { page, argument, query: new URLSearchParams(query) };
}

let now = $state.raw<Route>(read());
window.addEventListener("hashchange", () => (now = read()));

export const route = (): Route => now;

export function go(path: string): void {
  location.hash = `#/${path}`;
}
