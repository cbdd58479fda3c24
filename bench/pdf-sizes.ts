// How large the PDFs of Office files are: as the service writes them, and the same objects without object streams.
//
//   npm run bench -- pdf-sizes DIR [REFERENCES]
//
// DIR holds Office files; REFERENCES, if given, PDFs of the same names made by another program. Needs qpdf.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { convertingService } from "../test/support/servers/converting-service.ts";

const [folder, references] = process.argv.slice(2);
if (!folder) throw new Error("Say where the Office files are.");

interface Sizes {
  ours: number;
  plain: number;
  reference: number | undefined;
}

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "pdf-sizes-"));
const byKind = new Map<string, Sizes[]>();
const service = await convertingService(undefined);
try {
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:docx?|xlsx?|pptx?)$/i.test(name))
    .sort();
  for (const name of files) {
    const { pdf } = await service.convert(path.join(folder, name));
    if (!pdf) continue;
    const kind = path.extname(name).slice(1).toLowerCase();
    byKind.set(kind, [...(byKind.get(kind) ?? []), { ...sizesOf(pdf), reference: referenceOf(name) }]);
  }
} finally {
  await service.close();
  fs.rmSync(scratch, { recursive: true, force: true });
}

for (const [kind, sizes] of [...byKind, ["all", [...byKind.values()].flat()] as const]) {
  const sum = (member: (each: Sizes) => number) => sizes.reduce((total, each) => total + member(each), 0);
  const [ours, plain] = [sum((each) => each.ours), sum((each) => each.plain)];
  const compared = sizes.filter(({ reference }) => reference !== undefined);
  const others = compared.reduce((total, { reference = 0 }) => total + reference, 0);
  const same = compared.reduce((total, each) => total + each.ours, 0);
  console.log(
    `${kind.padEnd(5)} ${String(sizes.length).padStart(4)} files, ${kilobytes(ours)}; without object streams ${kilobytes(plain)} ` +
      `(${(plain / ours).toFixed(2)} times)${compared.length > 0 ? `; ${compared.length} references ${kilobytes(others)}, ours of the same ${kilobytes(same)} (${(same / others).toFixed(2)} times)` : ""}`,
  );
}

function sizesOf(pdf: Uint8Array): Omit<Sizes, "reference"> {
  const [from, to] = [path.join(scratch, "from.pdf"), path.join(scratch, "to.pdf")];
  fs.writeFileSync(from, pdf);
  execFileSync("qpdf", ["--object-streams=disable", "--stream-data=preserve", from, to]);
  return { ours: pdf.length, plain: fs.statSync(to).size };
}

function referenceOf(name: string): number | undefined {
  if (!references) return undefined;
  const { dir, name: stem } = path.parse(name);
  const file = [`${stem}.pdf`, `${path.basename(name)}.pdf`, path.join(dir, `${stem}.pdf`)]
    .map((each) => path.join(references, each))
    .find((each) => fs.existsSync(each));
  return file === undefined ? undefined : fs.statSync(file).size;
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1_000)} kB`;
}
