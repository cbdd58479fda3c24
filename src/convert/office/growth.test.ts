import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { LARGER } from "../../../test/hostile/amplify/amplified.ts";
import { amplifyPackage } from "../../../test/hostile/amplify/amplify-package.ts";
import { Random } from "../../../test/smarty/random.ts";
import { Failure } from "../../domain/failure.ts";
import { standIn } from "../../domain/testing/stand-in.ts";
import { WorkMeter } from "../../domain/work-meter.ts";
import { renderOfficeFile } from "./render-office-file.ts";

/** Of what is counted; the larger file has four times as much in it. */
const MAX_GROWTH = 6;
const FREE_SECONDS = 0.05;
const CASES = 30;
/** Seldom enough that all cases together take some seconds. */
const PART = 40;

const root = path.resolve(import.meta.dirname, "../../..");
const FILES = [
  ["docx", "pandoc/tables.docx"],
  ["xlsx", "openpyxl/styles.xlsx"],
  ["pptx", "pptxgenjs/shapes.pptx"],
] as const;

const assets = standIn<Fetcher>({
  async fetch(url: RequestInfo | URL) {
    const file = path.join(root, "public", new URL(String(url)).pathname);
    return existsSync(file) ? new Response(readFileSync(file)) : new Response("", { status: 404 });
  },
});

/** Seconds that were counted; undefined if the file was refused. */
async function counted(kind: (typeof FILES)[number][0], bytes: Uint8Array): Promise<number | undefined> {
  const meter = new WorkMeter();
  const options = { kind, fileName: `a.${kind}`, now: new Date(0), timeZone: undefined, maxPages: 200, meter };
  try {
    await renderOfficeFile(bytes, options, { assets });
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
  return meter.seconds;
}

it("an Office file in which one thing is there four times as often costs six times as much at most, or is refused", async () => {
  for (let number = 0; number < CASES; number++) {
    const random = new Random(number);
    const [kind, name] = random.pick(FILES);
    const bytes = new Uint8Array(readFileSync(path.join(root, "test/fixtures/office", name)));
    const amplified = amplifyPackage(bytes, random);
    if (!amplified) continue;
    const times = Math.ceil(amplified.times / PART);
    const larger = await counted(kind, amplified.make(LARGER * times));
    if (larger === undefined || larger < FREE_SECONDS) continue;
    const smaller = (await counted(kind, amplified.make(times))) ?? 0;
    expect(larger / smaller, `${number}: ${amplified.what}`).toBeLessThan(MAX_GROWTH);
  }
});
