// Writes the pictures of the Office add-in into console/addin/public, from the console's own icon.
import fs from "node:fs";
import path from "node:path";
import puppeteer from "puppeteer-core";
import { localBrowser } from "../test/support/local-browser.ts";

const root = path.resolve(import.meta.dirname, "..");
const target = path.join(root, "console/addin/public");
const icon = fs.readFileSync(path.join(root, "console/public/icon.svg"), "utf8");
/** White on nothing, as Microsoft's administration draws it on a color of its own. */
const outline = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"><path d="M7 4h12l6 6v18H7z"/><path d="M11 14h10M11 18h10M11 22h6"/></svg>`;

const pictures = [
  ...[16, 32, 64, 80].map((size) => ({ name: `icon-${size}`, size, svg: icon })),
  { name: "color", size: 192, svg: icon },
  { name: "outline", size: 32, svg: outline },
];

const browser = await puppeteer.launch({ executablePath: localBrowser() });
try {
  const page = await browser.newPage();
  for (const { name, size, svg } of pictures) {
    await page.setViewport({ width: size, height: size });
    await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
    await page.screenshot({ path: `${path.join(target, name)}.png` as `${string}.png`, omitBackground: true });
  }
} finally {
  await browser.close();
}
