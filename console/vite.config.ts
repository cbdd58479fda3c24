import { defineConfig } from "vite";

/** The console: sources here, built into the static assets that the Worker serves at /console. */
export default defineConfig({
  root: import.meta.dirname,
  base: "/console/",
  publicDir: "public",
  build: {
    outDir: "../public/console",
    emptyOutDir: true,
    target: "es2023",
    modulePreload: { polyfill: false },
    // Fonts and pictures stay files: the page's policy allows no data addresses for them.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_300,
    // Libraries mark their modules for servers that render; there is none here.
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
});
