/** Whether a key is for the page: neither for the browser nor for what one types in. */
export function forPage(event: KeyboardEvent): boolean {
  return !event.ctrlKey && !event.metaKey && !event.altKey && !/^(INPUT|TEXTAREA|SELECT)$/.test((event.target as HTMLElement).tagName);
}

/** Whether it is for the table or the decision one is asked for: no sheet that one closes lies on top. */
export const forTable = (event: KeyboardEvent): boolean => forPage(event) && !document.querySelector(".sheet > .closer");
