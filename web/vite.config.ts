import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// Addresses are relative, so that a server may serve the page from any folder.
export default defineConfig({
  base: "./",
  plugins: [svelte()],
  build: { target: "es2022", assetsInlineLimit: 0, reportCompressedSize: false },
  server: {
    host: "127.0.0.1",
    fs: { allow: [".", "../src/splendor/analysis/words"] }, // the analysis' sentences live beside its code
    proxy: {
      "/api": { target: process.env.SPLENDOR_SERVER ?? "http://127.0.0.1:8000", ws: true },
    },
  },
});
