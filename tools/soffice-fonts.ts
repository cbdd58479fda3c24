import fs from "node:fs";
import path from "node:path";
import { NAMED_FAMILIES } from "../scripts/font-families.ts";
import { woffToSfnt } from "../scripts/woff-to-sfnt.ts";

const FONTSOURCE = path.resolve(import.meta.dirname, "../node_modules/@fontsource");
const LATIN_STYLE = /-latin-(?:400|700)-(?:normal|italic)\.woff$/;

/**
 * The fonts that the service has for Microsoft's, for LibreOffice, too: a machine without them breaks lines elsewhere, and pages that
 * are compared differ by their fonts alone.
 * @param folder where they are put; it is made
 * @returns what the program's environment needs
 */
export function sofficeFonts(folder: string): { FONTCONFIG_FILE: string } {
  const fonts = path.join(folder, "fonts");
  fs.mkdirSync(fonts, { recursive: true });
  const aliases: string[] = [];
  for (const { package: name, names } of NAMED_FAMILIES) {
    const files = path.join(FONTSOURCE, name, "files");
    for (const file of fs.readdirSync(files).filter((each) => LATIN_STYLE.test(each))) {
      const font = woffToSfnt(fs.readFileSync(path.join(files, file)));
      fs.writeFileSync(path.join(fonts, file.replace(/woff$/, "ttf")), font);
    }
    const [own, ...others] = names;
    for (const other of others)
      aliases.push(`<alias binding="same"><family>${other}</family><prefer><family>${own}</family></prefer></alias>`);
  }
  const file = path.join(folder, "fonts.conf");
  fs.writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${path.join(folder, "cache")}</cachedir>
  ${aliases.join("\n  ")}
</fontconfig>
`,
  );
  return { FONTCONFIG_FILE: file };
}
