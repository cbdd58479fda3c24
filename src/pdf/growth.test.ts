import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { LARGER } from "../../test/hostile/amplify/amplified.ts";
import { amplifyPdf } from "../../test/hostile/amplify/amplify-pdf.ts";
import { Random } from "../../test/smarty/random.ts";
import { Failure } from "../domain/failure.ts";
import { WorkMeter } from "../domain/work-meter.ts";
import { compressPdf } from "./compress/compress-pdf.ts";
import { combinePdfs } from "./operations/combine.ts";
import { flattenPdf } from "./operations/flatten.ts";
import { stampPdf } from "./operations/stamp.ts";
import { buildPages } from "./testing/build-file.ts";
import { validatePdf } from "./validate/validate-pdf.ts";

/** Of what is counted; the larger file has four times as much in it. */
const MAX_GROWTH = 6;
const FREE_SECONDS = 0.05;
const CASES = 24;
const TEST_MS = 20_000;

const fixture = (name: string) =>
  new Uint8Array(readFileSync(path.resolve(import.meta.dirname, "../../test/fixtures/pdf", name)));
const FILES = [buildPages(3), fixture("qpdf-plain.pdf"), fixture("pdf-lib.pdf")];

const TOOLS: Readonly<Record<string, (bytes: Uint8Array, meter: WorkMeter) => unknown>> = {
  combine: (bytes, meter) => combinePdfs([{ name: "a", bytes }], meter),
  stamp: (bytes, meter) => stampPdf(bytes, { text: "SAMPLE", meter }),
  flatten: (bytes, meter) => flattenPdf(bytes, { meter }),
  compress: (bytes, meter) => compressPdf(bytes, { meter }),
  validate: (bytes, meter) => validatePdf(bytes, "2a", { meter }),
};

/** Seconds that were counted; undefined if the file was refused. */
function counted(tool: string, bytes: Uint8Array): number | undefined {
  const meter = new WorkMeter();
  try {
    TOOLS[tool]?.(bytes, meter);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
  return meter.seconds;
}

describe("a PDF in which one thing is there four times as often", () => {
  it.each(Object.keys(TOOLS))(
    "costs six times as much at most, or is refused, in %s",
    (tool) => {
      for (let number = 0; number < CASES; number++) {
        const random = new Random(number);
        const amplified = amplifyPdf(random.pick(FILES), random);
        if (!amplified) continue;
        const times = Math.ceil(amplified.times / 10);
        const larger = counted(tool, amplified.make(LARGER * times));
        if (larger === undefined || larger < FREE_SECONDS) continue;
        const smaller = counted(tool, amplified.make(times)) ?? 0;
        expect(larger / smaller, `${number}: ${amplified.what}`).toBeLessThan(MAX_GROWTH);
      }
    },
    TEST_MS,
  );
});
