import fs from "node:fs";
import path from "node:path";

/** The Chromium that scripts/setup-chromium.ts put in place for the local browser binding. */
export function localBrowser(): string {
  const ready = path.resolve(import.meta.dirname, "../../.docloom/chromium/ready.json");
  const { launcher } = JSON.parse(fs.readFileSync(ready, "utf8"));

  return launcher;
}
