import svelte from "eslint-plugin-svelte";
import tseslint from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

// svelte-check sees to types and accessibility; this looks for slips that both allow. Formatting is nobody's business here.
export default tseslint.config(
  { ignores: ["dist", "node_modules", "fixtures", "*.config.*", "src/wire.ts"] },
  tseslint.configs.recommended,
  svelte.configs.recommended,
  {
    files: ["**/*.ts", "**/*.svelte"],
    languageOptions: {
      parserOptions: { projectService: true, extraFileExtensions: [".svelte"], parser: tseslint.parser, svelteConfig },
    },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      "@typescript-eslint/no-unnecessary-type-assertion": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "svelte/no-useless-mustaches": "off", // a comma with a space, a text with line breaks: braces keep them
      "@typescript-eslint/no-unused-expressions": ["error", { allowTernary: true }],
      "svelte/prefer-svelte-reactivity": "off", // our maps and sets are made anew, never changed
    },
  },
  { files: ["test/**/*.ts"], rules: { "@typescript-eslint/no-floating-promises": "off" } }, // the runner waits for tests
);
