/**
 * Converts each Office file of a corpus twice by the running service: what drew it, whether the bytes are the same, and
 * what `qpdf --check` says about them. Prints what is not as it should be, and the totals.
 *
 *   npm run bench -- office-corpus DIR [--base-url URL --key KEY --secret SECRET]
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { convertingService } from "../test/support/servers/converting-service.ts";

const OFFICE = /\.(?:docx?|xlsx?|pptx?)$/;
/** A warning is not a fault of the file's objects. */
const QPDF_WARNING = 3;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "base-url": { type: "string" },
    key: { type: "string", default: "" },
    secret: { type: "string", default: "" },
  },
});
const [corpus] = positionals;
if (corpus === undefined) throw new Error("Name the folder of the corpus.");

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "office-corpus-"));
const baseUrl = values["base-url"];
const service = await convertingService(baseUrl ? { baseUrl, key: values.key, secret: values.secret } : undefined);
try {
  const files = fs
    .readdirSync(corpus, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && OFFICE.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  const counts = { refused: 0, same: 0, valid: 0 };
  let bytes = 0;
  for (const file of files) {
    const name = path.relative(corpus, file);
    const first = await service.convert(file);
    const again = await service.convert(file);
    if (!first.pdf || !again.pdf) {
      counts.refused++;
      console.log(`${name}: ${first.failure ?? again.failure}`);
      continue;
    }
    bytes += first.pdf.length;
    if (Buffer.compare(first.pdf, again.pdf) === 0) counts.same++;
    else console.log(`${name}: other bytes the second time`);
    if (isValid(first.pdf)) counts.valid++;
    else console.log(`${name}: not valid for qpdf`);
  }
  console.log(
    `${files.length} files: ${counts.refused} refused; ${counts.same} the same twice, ${counts.valid} valid; ${(bytes / 1e6).toFixed(1)} MB together`,
  );
  process.exitCode = counts.same === files.length - counts.refused && counts.valid === counts.same ? 0 : 1;
} finally {
  await service.close();
  fs.rmSync(scratch, { recursive: true });
}

function isValid(pdf: Uint8Array): boolean {
  const file = path.join(scratch, "out.pdf");
  fs.writeFileSync(file, pdf);
  const { status, error } = spawnSync("qpdf", ["--check", file], { stdio: "ignore" });
  if (error) throw new Error("qpdf is missing.");
  return status === 0 || status === QPDF_WARNING;
}
