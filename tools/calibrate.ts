/**
 * Measures what a unit of the meter costs (src/domain/work-meter.ts): `npm run tools -- calibrate`. Each sample is a file in which one unit is most of
 * what is counted; what the process took for it, by what was counted, are the nanoseconds of one. The fastest of some rounds counts. Units of
 * Office files depend on what is in a document, and were measured on those that people use.
 */
import { deflateSync } from "node:zlib";
import { WORK_UNITS, WorkMeter, type WorkUnit } from "../src/domain/work-meter.ts";
import { compressPdf } from "../src/pdf/compress/compress-pdf.ts";
import { packFlate } from "../src/pdf/compress/pack-flate.ts";
import { readContentUsage } from "../src/pdf/content/content-usage.ts";
import { visitShownStrings } from "../src/pdf/content/shown-strings.ts";
import { openPdf } from "../src/pdf/document.ts";
import { decodeWithin } from "../src/pdf/metered-walk.ts";
import { splitPdf } from "../src/pdf/operations/split.ts";
import { buildFile, buildPages } from "../src/pdf/testing/build-file.ts";
import { validatePdf } from "../src/pdf/validate/validate-pdf.ts";

const ROUNDS = 5;
/** Of a sample that is done at once: more rounds until it is compiled. */
const AT_LEAST_S = 2;
const withContent = (content: string) =>
  buildPages(1, {
    page: () => "/Contents 90 0 R/Resources<</Font<</F 3 0 R>>>>",
    objects: { 90: { entries: "", bytes: content } },
  });
const packed = buildFile({
  1: "<</Type/Catalog/Pages 2 0 R>>",
  2: "<</Type/Pages/Count 1/Kids[3 0 R]>>",
  3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
  4: { entries: "/Filter/FlateDecode", bytes: new Uint8Array(deflateSync(Buffer.alloc(40_000_000, "0 0 m 1 1 l S "))) },
});
const text = Array.from({ length: 200_000 }, (_, index) => `word${index * 7919} `).join("");
/** Operators as programs write them, with coordinates that differ. */
const drawing = Array.from(
  { length: 60_000 },
  (_, index) => `${((index * 7.31) % 600).toFixed(2)} ${((index * 3.77) % 800).toFixed(2)} l `,
).join("");
/** Light that changes slowly, and the noise of a sensor. */
const photo = Uint8Array.from(
  { length: 3 * 2_000 * 1_500 },
  (_, index) => 128 + 90 * Math.sin(index / 9_000) + ((index * 2_654_435_761) % 4_294_967_296) / 268_435_456,
);
const scan = buildPages(1, {
  page: () => "/Contents 90 0 R/Resources<</XObject<</I 91 0 R>>>>",
  objects: {
    90: { entries: "", bytes: "99 0 0 99 0 0 cm /I Do" },
    91: {
      entries: "/Subtype/Image/Width 2000/Height 1500/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode",
      bytes: new Uint8Array(deflateSync(photo)),
    },
  },
});
const repeatedPages = buildFile({
  1: "<</Type/Catalog/Pages 2 0 R>>",
  2: `<</Type/Pages/Count 2000/Kids[${"3 0 R ".repeat(2_000)}]>>`,
  3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>",
});
const objects = Object.fromEntries(
  Array.from({ length: 20_000 }, (_, index) => [100 + index, `<</Type/Annot/Rect[0 0 ${index} 9]/Contents(text)>>`]),
);

type Sample = readonly [what: string, run: (meter: WorkMeter) => unknown];

const SAMPLES: readonly Sample[] = [
  ["20,000 objects that are read", (meter) => readAll(buildPages(1, { objects }), meter)],
  ["40 MB unpacked", (meter) => unpack(meter)],
  [
    "80,000 operators that are checked",
    (meter) => validatePdf(withContent("q Q 0 0 m 9 9 l S\n".repeat(20_000)), "2b", { meter }),
  ],
  ["1 MB of contents whose use is read", (meter) => usage(withContent("q 0 0 9 9 re W n Q\n".repeat(60_000)), meter)],
  [
    "2 million characters that are shown",
    (meter) => strings(withContent(`BT /F 9 Tf (${"a".repeat(2_000)}) Tj ET\n`.repeat(1_000)), meter),
  ],
  ["3 MB of words packed", (meter) => packFlate(new TextEncoder().encode(text), meter)],
  ["a drawing packed", (meter) => packFlate(new TextEncoder().encode(drawing), meter)],
  ["a photograph that is compressed", (meter) => compressPdf(scan, { meter })],
  ["2,000 files of one page", (meter) => [...splitPdf(repeatedPages, { name: "a.pdf", meter }).files].length],
];

function readAll(bytes: Uint8Array, meter: WorkMeter): void {
  const document = openPdf(bytes, { meter });
  for (const each of document.objects.numbers()) document.objects.get(each);
}

function unpack(meter: WorkMeter): void {
  const document = openPdf(packed, { meter });
  const stream = document.stream(document.objects.get(4));
  if (stream) decodeWithin(document, stream);
}

function usage(bytes: Uint8Array, meter: WorkMeter): void {
  const document = openPdf(bytes, { meter });
  readContentUsage(document, document.objects.numbers());
}

function strings(bytes: Uint8Array, meter: WorkMeter): void {
  visitShownStrings(openPdf(bytes, { meter }), { show: (_, shown) => meter.charge("glyphCode", shown.length) });
}

for (const [what, run] of SAMPLES) {
  const seconds: number[] = [];
  let meter = new WorkMeter();
  const isMeasured = () => seconds.length >= ROUNDS && seconds.reduce((sum, each) => sum + each, 0) >= AT_LEAST_S;
  while (!isMeasured()) {
    meter = new WorkMeter();
    const before = process.cpuUsage();
    await run(meter);
    const { user, system } = process.cpuUsage(before);
    seconds.push((user + system) / 1e6);
  }
  const took = Math.min(...seconds);
  const counts = [...meter.counts].map(([unit, count]) => ({
    unit,
    count,
    seconds: (count * WORK_UNITS[unit][0]) / 1e9,
  }));
  counts.sort((one, other) => other.seconds - one.seconds);
  const [most] = counts;
  const others = meter.seconds - (most?.seconds ?? 0);
  const each = most ? Math.round((1e9 * Math.max(0, took - others)) / most.count) : 0;
  const shares = counts.map(({ unit, count }) => `${Math.round(count).toLocaleString("en-US")} ${unit}`);
  const stated: WorkUnit | undefined = most?.unit;
  console.log(
    `${what}: ${took.toFixed(2)} s, counted ${meter.seconds.toFixed(2)} s; one ${stated ?? "?"} ${each} ns, stated ${stated ? WORK_UNITS[stated][0] : 0} ns\n` +
      `    ${shares.join(", ")}`,
  );
}
