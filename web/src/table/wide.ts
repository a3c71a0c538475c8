import { MediaQuery } from "svelte/reactivity";

/** Whether there is room for rails left and right; screens.css draws the line at the same width. */
export const wide = new MediaQuery("min-width: 1180px");
