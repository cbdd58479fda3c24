import fs from "node:fs";

/** The version in package.json, which is two folders above, in src and in dist. */
export function packageVersion(): string {
  const { version }: { version: string } = JSON.parse(
    fs.readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  );
  return version;
}
