import fs from "node:fs";
import path from "node:path";
import { NAMED_FAMILIES } from "../../scripts/font-families.ts";
import { woffToSfnt } from "../../scripts/woff-to-sfnt.ts";

const FONTSOURCE = path.resolve(import.meta.dirname, "../../node_modules/@fontsource");
const LATIN_STYLE = /-latin-(?:400|700)-(?:normal|italic)\.woff$/;

const alias = (family: string, preferred: string): string =>
  `<alias binding="same"><family>${family}</family><prefer><family>${preferred}</family></prefer></alias>`;

/**
 * The fonts that the service has for Microsoft's, for LibreOffice, too: a machine without them breaks lines elsewhere, and pages that
 * are compared differ by their fonts alone. It has no others then: it would take those of the machine for families that nobody has.
 * @param folder where they are put; it is made
 * @returns what the program's environment needs
 */
export function sofficeFonts(folder: string): { FONTCONFIG_FILE: string } {
  const fonts = path.join(folder, "fonts");
  fs.mkdirSync(fonts, { recursive: true });
  // What is none of those is drawn as the service does it, without a serif.
  const aliases = [alias("sans-serif", "Arimo"), alias("serif", "Tinos"), alias("monospace", "Cousine")];
  for (const { package: name, names } of NAMED_FAMILIES) {
    const files = path.join(FONTSOURCE, name, "files");
    for (const file of fs.readdirSync(files).filter((each) => LATIN_STYLE.test(each))) {
      const font = woffToSfnt(fs.readFileSync(path.join(files, file)));
      fs.writeFileSync(path.join(fonts, file.replace(/woff$/, "ttf")), font);
    }
    const [own = name, ...others] = names;
    for (const other of others) aliases.push(alias(other, own));
  }
  const file = path.join(folder, "fonts.conf");
  fs.writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <cachedir>${path.join(folder, "cache")}</cachedir>
  ${aliases.join("\n  ")}
</fontconfig>
`,
  );
  return { FONTCONFIG_FILE: file };
}
