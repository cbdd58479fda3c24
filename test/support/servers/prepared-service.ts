import { prepare } from "../../../scripts/prepare.mjs";

/** Builds what services are started from, so that one that is measured or attacked is that of the source as it is. */
export async function prepareService(): Promise<void> {
  await prepare();
}
