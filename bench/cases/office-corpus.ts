/**
 * Each Office file of a corpus by the service: `DIR [REFERENCES]`. `office-corpus` converts it twice and looks whether the
 * bytes are the same and valid; `pdf-sizes` says how large the PDF is, as the service writes it and without object streams,
 * beside PDFs of the same names by another program in REFERENCES.
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { ConvertingService } from "../../test/support/servers/converting-service.ts";
import { filesOf, readOptions, sum, withConversions, withScratch } from "../harness.ts";

const OFFICE = /\.(?:docx?|xlsx?|pptx?)$/i;
/** A warning is not a fault of the file's objects. */
const QPDF_WARNING = 3;

export function run(args: readonly string[], name: string): Promise<boolean> {
  const { values, positionals } = readOptions(args);
  const [corpus, references] = positionals;
  if (corpus === undefined) throw new Error("Name the folder of the corpus.");
  const files = filesOf(corpus, OFFICE);
  return withScratch((scratch) =>
    withConversions(values, (service) =>
      name === "pdf-sizes" ? sizes(service, files, references, scratch) : sameAndValid(service, files, scratch),
    ),
  );
}

/** Whether qpdf does it. */
function qpdf(...args: string[]): boolean {
  const { status } = spawnSync("qpdf", args, { stdio: "ignore" });
  return status === 0 || status === QPDF_WARNING;
}

async function sameAndValid(service: ConvertingService, files: readonly string[], scratch: string): Promise<boolean> {
  const counts = { refused: 0, same: 0, valid: 0 };
  let bytes = 0;
  for (const file of files) {
    const [first, again] = [await service.convert(file), await service.convert(file)];
    if (!first.pdf || !again.pdf) {
      counts.refused++;
      console.log(`${file}: ${first.failure ?? again.failure}`);
      continue;
    }
    bytes += first.pdf.length;
    if (Buffer.compare(first.pdf, again.pdf) === 0) counts.same++;
    else console.log(`${file}: other bytes the second time`);
    const written = path.join(scratch, "out.pdf");
    fs.writeFileSync(written, first.pdf);
    if (qpdf("--check", written)) counts.valid++;
    else console.log(`${file}: not valid for qpdf`);
  }
  const { refused, same, valid } = counts;
  const total = `${(bytes / 1e6).toFixed(1)} MB together`;
  console.log(`${files.length} files: ${refused} refused; ${same} the same twice, ${valid} valid; ${total}`);
  return same === files.length - refused && valid === same;
}

interface Sizes {
  kind: string;
  ours: number;
  plain: number;
  reference: number | undefined;
}

async function sizes(
  service: ConvertingService,
  files: readonly string[],
  references: string | undefined,
  scratch: string,
): Promise<boolean> {
  const all: Sizes[] = [];
  const [from, to] = [path.join(scratch, "from.pdf"), path.join(scratch, "to.pdf")];
  const reference = (file: string): number | undefined => {
    const { dir, name } = path.parse(file);
    const names = [`${name}.pdf`, `${path.basename(file)}.pdf`, path.join(path.basename(dir), `${name}.pdf`)];
    const found = names.map((each) => path.join(references ?? "", each)).find((each) => fs.existsSync(each));
    return references && found ? fs.statSync(found).size : undefined;
  };
  for (const file of files) {
    const { pdf } = await service.convert(file);
    if (!pdf) continue;
    fs.writeFileSync(from, pdf);
    if (!qpdf("--object-streams=disable", "--stream-data=preserve", from, to)) continue;
    const kind = path.extname(file).slice(1).toLowerCase();
    all.push({ kind, ours: pdf.length, plain: fs.statSync(to).size, reference: reference(file) });
  }
  const kilobytes = (bytes: number) => `${Math.round(bytes / 1_000)} kB`;
  for (const [kind, group] of [...Map.groupBy(all, (one) => one.kind), ["all", all] as const]) {
    const [ours, plain] = [sum(group.map((one) => one.ours)), sum(group.map((one) => one.plain))];
    const compared = group.filter((one) => one.reference !== undefined);
    const [theirs, same] = [sum(compared.map((one) => one.reference ?? 0)), sum(compared.map((one) => one.ours))];
    const beside = `; ${compared.length} references ${kilobytes(theirs)}, ours of the same ${kilobytes(same)} (${(same / theirs).toFixed(2)} times)`;
    console.log(
      `${kind.padEnd(5)} ${String(group.length).padStart(4)} files, ${kilobytes(ours)}; without object streams ${kilobytes(plain)} ` +
        `(${(plain / ours).toFixed(2)} times)${compared.length > 0 ? beside : ""}`,
    );
  }
  return true;
}
