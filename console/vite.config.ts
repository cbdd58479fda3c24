import fs from "node:fs";
import path from "node:path";
import { defineConfig, type Plugin } from "vite";

const styleList = path.join(import.meta.dirname, "app/mantine.css");

/** Fails if a component is used whose styles are not listed: it would be unstyled. */
export const stylesAreListed: Plugin = {
  name: "styles are listed",
  generateBundle(_, bundle) {
    const listed = fs.readFileSync(styleList, "utf8");
    const styled = Object.values(bundle)
      .flatMap((file) => (file.type === "chunk" ? Object.keys(file.modules) : []))
      .flatMap((id) => /@mantine\/core\/esm\/.*?(\w+)\.module(?:\.css)?\.mjs/.exec(id)?.[1] ?? []);
    const missing = [...new Set(styled)].filter((name) => !listed.includes(`/${name}.css`));
    if (missing.length > 0) this.error(`Not listed in console/app/mantine.css: ${missing.join(", ")}`);
  },
};

/** What this many screens use is read once, with the first of them that is opened. With four of them, the editor would be. */
const SCREENS_SHARING = 8;

/** The console: sources here, built into the static assets that the Worker serves at /console. */
export default defineConfig({
  root: import.meta.dirname,
  base: "/console/",
  publicDir: "public",
  plugins: [stylesAreListed],
  build: {
    outDir: "../public/console",
    emptyOutDir: true,
    target: "es2023",
    modulePreload: { polyfill: false },
    // Fonts and pictures stay files: the page's policy allows no data addresses for them.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_300,
    // Libraries mark their modules for rendering on servers; there is none here.
    rolldownOptions: {
      checks: { moduleLevelDirective: false },
      output: {
        codeSplitting: {
          // Left alone, each set of screens that shares a component gets a file for it: the first visit read ninety small ones.
          groups: [
            { name: "start", tags: ["$initial"], priority: 1 },
            { name: "shared", minShareCount: SCREENS_SHARING },
          ],
        },
      },
    },
  },
});
