/** Lets node's own test runner import modules with runes: their types are stripped, then svelte compiles them. */
import { readFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";
import { compileModule } from "svelte/compiler";

registerHooks({
  load(url, context, next) {
    if (!url.endsWith(".svelte.ts")) return next(url, context);
    const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), "utf8"));
    return { format: "module", shortCircuit: true, source: compileModule(source, { filename: url, generate: "client" }).js.code };
  },
});

// What the page's state asks of a browser.
const kept = new Map<string, string>();
Object.assign(globalThis, {
  window: globalThis,
  document: { hidden: false },
  location: { hash: "", href: "http://here/", protocol: "http:" },
  localStorage: { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) },
  matchMedia: () => ({ matches: true, addEventListener: () => undefined }),
});
