import fs from "node:fs";
import path from "node:path";
import type { Credentials } from "../credentials.ts";

export const FIRST_ACCESS_FILE = "first-credentials.txt";

/**
 * Writes what lets somebody in for the first time where only the service's user can read it: its log is kept, and read by others.
 * @returns the file
 */
export function writeFirstAccess(folder: string, { key, secret }: Credentials, signInAddress: string): string {
  const file = path.join(folder, FIRST_ACCESS_FILE);
  // One of an earlier try may belong to somebody else, whose rights it would keep.
  fs.rmSync(file, { force: true });
  fs.writeFileSync(file, `key     ${key}\nsecret  ${secret}\nconsole ${signInAddress}   (signs in once)\n`, {
    mode: 0o600,
    flag: "wx",
  });
  return file;
}
