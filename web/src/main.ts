import { mount } from "svelte";
import App from "./App.svelte";
import symbols from "./art/symbols.svg?raw";
import "./styles/tokens.css";
import "./styles/components.css";
import "./styles/table.css";
import "./styles/sheets.css";
import "./styles/pages.css";
import "./styles/screens.css"; // after all it changes: other sizes of window

// Every drawing is a <use> of one of these symbols; inline, so that they inherit colours and need no further request.
const sprite = document.createElement("div");
sprite.className = "sprite";
sprite.setAttribute("aria-hidden", "true");
sprite.innerHTML = symbols;
document.body.prepend(sprite);

const target = document.getElementById("page");
if (target) mount(App, { target });
