import path from "node:path";
import { defineConfig } from "vite";
import { stylesAreListed } from "../vite.config.ts";

const here = import.meta.dirname;

/** The add-in for Office: its two pages, built into the static assets that the Worker serves at /addin. */
export default defineConfig({
  root: here,
  base: "/addin/",
  publicDir: "public",
  plugins: [stylesAreListed],
  build: {
    outDir: "../../public/addin",
    emptyOutDir: true,
    target: "es2023",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_300,
    rolldownOptions: {
      input: [path.join(here, "pane.html"), path.join(here, "sign-in.html")],
      checks: { moduleLevelDirective: false },
    },
  },
});
