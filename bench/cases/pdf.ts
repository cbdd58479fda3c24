/** Ten of 1,600 pages, and 20 files as one, from file to file; qpdf with the start of its process. */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PDFDocument } from "@cantoo/pdf-lib";
import { openPdf } from "../../src/pdf/document.ts";
import { combinePdfs } from "../../src/pdf/operations/combine.ts";
import { splitPdf } from "../../src/pdf/operations/split.ts";
import { compare, withScratch } from "../harness.ts";
import { report } from "../pdf-files.ts";

const ROUNDS = { warmUp: 0, rounds: 7 };
const RANGE = "101, 301, 501, 701, 901, 1101, 1201, 1301, 1401, 1501";

export const run = (): Promise<void> =>
  withScratch(async (folder) => {
    const file = (name: string) => path.join(folder, name);
    const hasQpdf = !spawnSync("qpdf", ["--version"], { stdio: "ignore" }).error;
    const qpdf = (...args: string[]) =>
      hasQpdf ? () => execFileSync("qpdf", [...args, "--", file("qpdf.pdf")], { stdio: "ignore" }) : undefined;
    const copy = async (target: PDFDocument, name: string, indices?: readonly number[]) => {
      const source = await PDFDocument.load(readFileSync(file(name)));
      for (const page of await target.copyPages(source, [...(indices ?? source.getPageIndices())]))
        target.addPage(page);
    };

    const big = report(1600, 1);
    writeFileSync(file("big.pdf"), big);
    const indices = RANGE.split(",").map((page) => Number(page) - 1);
    await compare(
      `Extract 10 of 1,600 pages (${(big.length / 1e6).toFixed(1)} MB)`,
      {
        docloom() {
          const { files } = splitPdf(readFileSync(file("big.pdf")), { name: "big.pdf", extract: RANGE });
          for (const part of files) writeFileSync(file("own.pdf"), part.bytes);
        },
        async "pdf-lib"() {
          const target = await PDFDocument.create();
          await copy(target, "big.pdf", indices);
          writeFileSync(file("lib.pdf"), await target.save());
        },
        qpdf: qpdf(file("big.pdf"), "--pages", ".", RANGE.replaceAll(" ", "")),
      },
      ROUNDS,
    );
    if (openPdf(readFileSync(file("own.pdf"))).pages.length !== indices.length) throw new Error("pages are missing");

    const names = Array.from({ length: 20 }, (_, index) => `part-${index}.pdf`);
    for (const [index, name] of names.entries()) writeFileSync(file(name), report(40, index + 2));
    await compare(
      "Combine 20 files of 40 pages",
      {
        docloom: () =>
          writeFileSync(
            file("own.pdf"),
            combinePdfs(names.map((name) => ({ name, bytes: new Uint8Array(readFileSync(file(name))) }))),
          ),
        async "pdf-lib"() {
          const target = await PDFDocument.create();
          for (const name of names) await copy(target, name);
          writeFileSync(file("lib.pdf"), await target.save());
        },
        qpdf: qpdf("--empty", "--pages", ...names.map(file)),
      },
      ROUNDS,
    );
  });
