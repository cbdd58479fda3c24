// Where a service on one machine keeps its data: database, files, objects and the key of its secrets.
import fs from "node:fs";
import path from "node:path";
import { stateFolder } from "./prepare.mjs";

/** Below the folder of everything that is not source, beside the browser and what is built. */
const IN_CHECKOUT = path.join(stateFolder, "state");

/** Also some of them: what has become of the others is told at the start. */
const hasData = (folder: string): boolean => ["v3", "answering"].some((part) => fs.existsSync(path.join(folder, part)));

/** `DATA_DIR`, or a folder of the checkout. */
export const chosenDataFolder = (
  environment: Record<string, string | undefined> = process.env,
  inCheckout = IN_CHECKOUT,
): string => (environment.DATA_DIR ? path.resolve(environment.DATA_DIR) : inCheckout);

/**
 * The chosen folder, unless it has no data while there are some in the checkout, which stay in use: containers had them there before
 * there was `DATA_DIR`.
 */
export function dataFolder(
  environment: Record<string, string | undefined> = process.env,
  inCheckout = IN_CHECKOUT,
): string {
  const chosen = chosenDataFolder(environment, inCheckout);
  return hasData(chosen) || !hasData(inCheckout) ? chosen : inCheckout;
}
