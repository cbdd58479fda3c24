// The add-in's unified manifest by Microsoft's own schema, from the package that Teams and Office use: npm run tools -- addin-manifest
import { describeAddin } from "../src/addin/addin-description.ts";
import { jsonManifest } from "../src/addin/json-manifest.ts";

/** As far as this needs it; the package is there after `npm ci --prefix tools`. */
interface ManifestChecker {
  AppManifestUtils: { validateAgainstSchema(manifest: object): Promise<string[]> };
}

const checker = "@microsoft/app-manifest";
const { AppManifestUtils } = (await import(checker)) as ManifestChecker;
const manifest = jsonManifest(await describeAddin("https://docs.example.com"));
const faults = await AppManifestUtils.validateAgainstSchema(manifest);
for (const fault of faults) console.error(fault);
console.log(`schema ${manifest.manifestVersion}: ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
