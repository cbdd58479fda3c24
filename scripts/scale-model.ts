/**
 * What merges need and cost by kind, rate and days kept, computed from the calls that are counted in docs/scale.md, from what a merge was measured to
 * take, and from the platform's limits and list prices: the page docs/scale-model.md.
 */
import fs from "node:fs";
import path from "node:path";

/**
 * A kind of merge: its calls are those of a row of docs/scale.md. The rest was measured on one machine (a core of 2026), by the time its
 * processes took for 200 merges: upper bounds, as database and files are among them there.
 */
interface Kind {
  name: string;
  /** How its row in docs/scale.md begins. */
  counted: string;
  /** Records of that row. */
  records: number;
  /** Invocations of the Worker: requests, and messages that are taken from queues. */
  invocations: number;
  rowsWritten: number;
  processorMs: number;
  browserSeconds: number;
  /** Of the merged file, in bytes. */
  fileBytes: number;
}

const KINDS: readonly Kind[] = [
  {
    name: "docx to docx, caller waits",
    counted: "merge at an address, caller waits",
    records: 1,
    invocations: 1,
    rowsWritten: 11,
    processorMs: 15,
    browserSeconds: 0,
    fileBytes: 20_000,
  },
  {
    name: "docx to PDF, caller waits",
    counted: "merge at an address, caller waits",
    records: 1,
    invocations: 1,
    rowsWritten: 11,
    processorMs: 24,
    browserSeconds: 0,
    fileBytes: 40_000,
  },
  {
    name: "html to PDF, caller waits",
    counted: "merge at an address, caller waits",
    records: 1,
    invocations: 1,
    rowsWritten: 11,
    processorMs: 33,
    browserSeconds: 0.07,
    fileBytes: 40_000,
  },
  {
    name: "docx to PDF for later, a mail and a webhook",
    counted: "merge for later, with one mail and one webhook",
    records: 1,
    invocations: 4,
    rowsWritten: 43,
    processorMs: 24,
    browserSeconds: 0,
    fileBytes: 40_000,
  },
  {
    name: "docx to PDF, a record of a batch",
    counted: "batch of 100 records",
    records: 100,
    invocations: 0.05,
    rowsWritten: 11,
    processorMs: 24,
    browserSeconds: 0,
    fileBytes: 40_000,
  },
];

/** US dollars for a million, beyond what the paid plan includes; a gigabyte for a month. Read in 2026 from the platform's pricing pages. */
const PRICES = {
  requests: 0.3,
  processorMs: 0.02,
  rowsWritten: 1,
  r2Writes: 4.5,
  r2Reads: 0.36,
  queueOperations: 0.4,
  browserHour: 0.09,
  r2GigabyteMonth: 0.015,
  d1GigabyteMonth: 0.75,
} as const;

/** The platform's limits (its pages, 2026). */
const LIMITS = { d1Bytes: 10e9, browsers: 120, queueMessages: 5_000 } as const;
/** Merges a second that one database writes, on one thread: an estimate, of some hundred statements a second. */
const MERGES_A_DATABASE = 300;
/** Pages that one browser prints at once. */
const TABS = 4;
/** Of a run in D1, with its indexes. */
const RUN_BYTES = 2_000;
/** A message is written, read and deleted. */
const OPERATIONS_A_MESSAGE = 3;
const DAY_S = 86_400;
const DAYS_A_MONTH = 30;
const MILLION = 1e6;

const RATES = [100, 1_000, 10_000] as const;
const KEPT_DAYS = [30, 365] as const;
const DOCUMENTS = [1_000, 1e6, 1e7] as const;
/** Rows and R2 objects of a document with its fields, settings and versions, and their bytes. */
const DOCUMENT = { d1Bytes: 6_000, objects: 3, r2Bytes: 150_000 } as const;
/** What is merged, by the order of KINDS: shares of each second. */
const MIX = [0.2, 0.4, 0.15, 0.2, 0.05] as const;

/** Calls of one record. */
interface Calls {
  d1: number;
  r2Reads: number;
  r2Writes: number;
  messages: number;
}

/** A row of the table in docs/scale.md. @throws Error if there is none that begins so */
export function countedCalls(page: string, name: string, records: number): Calls {
  const cells = page
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .find(([, what = ""]) => what.startsWith(name));
  if (!cells) throw new Error(`docs/scale.md has no row "${name}"`);
  const [, , , d1 = "", r2 = "", messages = ""] = cells;
  const [reads = "", writes = ""] = r2.split("/");
  const ofOne = (count = "") => Number(count.trim()) / records;
  return { d1: ofOne(d1), r2Reads: ofOne(reads), r2Writes: ofOne(writes), messages: ofOne(messages) };
}

/** US dollars for a million merges of a kind, by what they are paid for; its file kept for a month. */
function costs(kind: Kind, calls: Calls) {
  return {
    requests: kind.invocations * PRICES.requests,
    processor: kind.processorMs * PRICES.processorMs,
    database: kind.rowsWritten * PRICES.rowsWritten,
    files: calls.r2Writes * PRICES.r2Writes + calls.r2Reads * PRICES.r2Reads,
    kept:
      (kind.fileBytes * MILLION * PRICES.r2GigabyteMonth) / 1e9 + (RUN_BYTES * MILLION * PRICES.d1GigabyteMonth) / 1e9,
    queue: calls.messages * OPERATIONS_A_MESSAGE * PRICES.queueOperations,
    browser: (kind.browserSeconds * MILLION * PRICES.browserHour) / 3_600,
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const shown = (value: number): string =>
  value === 0 ? "" : value.toLocaleString("en-US", { maximumSignificantDigits: 2, useGrouping: true });
const row = (cells: readonly (string | number)[]): string =>
  `| ${cells.map((cell) => (typeof cell === "number" ? shown(cell) : cell)).join(" | ")} |`;
const table = (headings: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [row(headings), row(headings.map(() => "---")), ...rows.map(row)].join("\n");

/** The page docs/scale-model.md. */
export function scaleModel(page: string): string {
  const kinds = KINDS.map((kind) => {
    const calls = countedCalls(page, kind.counted, kind.records);
    const cost = costs(kind, calls);
    return { ...kind, calls, cost, total: sum(Object.values(cost)) };
  });
  const mixed = (of: (kind: (typeof kinds)[number]) => number) =>
    sum(kinds.map((kind, at) => (MIX[at] ?? 0) * of(kind)));
  const needs = RATES.flatMap((rate) =>
    KEPT_DAYS.map((days) => {
      const runs = rate * DAY_S * days;
      const databases = Math.max((runs * RUN_BYTES) / LIMITS.d1Bytes, rate / MERGES_A_DATABASE);
      const browsers = Math.ceil((rate * mixed((kind) => kind.browserSeconds)) / TABS);
      const messages = rate * mixed(({ calls }) => calls.messages);
      const breaks = [
        databases > 1 ? `one database (${shown(databases)} times what it takes)` : "",
        browsers > LIMITS.browsers ? `browsers of an account (${LIMITS.browsers})` : "",
        messages > LIMITS.queueMessages ? `one queue (${shown(LIMITS.queueMessages)} messages a second)` : "",
      ].filter(Boolean);
      return [
        shown(rate),
        String(days),
        (runs * RUN_BYTES) / 1e9,
        Math.ceil(databases),
        (runs * mixed((kind) => kind.fileBytes)) / 1e12,
        rate * mixed(({ calls }) => calls.r2Writes),
        messages,
        browsers,
        (rate * DAY_S * DAYS_A_MONTH * mixed(({ cost, total }) => total - cost.kept) +
          runs * mixed(({ cost }) => cost.kept)) /
          MILLION,
        breaks.join("; ") || "nothing",
      ];
    }),
  );
  return `# What merges need and cost

Computed by \`scripts/scale-model.ts\` (\`npm run formats -- --write\`) from the calls in [scale.md](scale.md), from what merges were measured to take, and from the
platform's limits and list prices as its pages gave them in 2026. What the plan includes, and taxes, are left out; prices change, the counts are held by tests.
Processor times are those of one machine, on which database and files are among them: upper bounds. Those of sending mails and webhooks, and the bytes of a
document and of a run, are estimates.

## A million merges, in US dollars

A file is kept for a month, and so is its run.

${table(
  ["kind", "requests", "processor", "rows written", "R2", "kept", "queues", "browser", "together"],
  kinds.map(({ name, cost, total }) => [
    name,
    cost.requests,
    cost.processor,
    cost.database,
    cost.files,
    cost.kept,
    cost.queue,
    cost.browser,
    total,
  ]),
)}

Rows are what costs most: one for each row and each index entry that is written. For comparison: PDFMonkey asks for 5,000 to 6,000 euros for a million documents
beyond its plans (0.005 to 0.006 each), Formstack Documents sells plans of some hundred merges a month.

## By rate and days kept

Of what is merged, ${MIX.map((share, at) => `${Math.round(100 * share)} % are "${KINDS[at]?.name}"`).join(", ")}.

${table(
  [
    "merges a second",
    "days kept",
    "D1, GB",
    "databases needed",
    "files, TB",
    "R2 writes a second",
    "messages a second",
    "browsers",
    "dollars a month",
    "what breaks",
  ],
  needs,
)}

A database holds 10 GB and writes on one thread, about ${MERGES_A_DATABASE} merges a second. That is why one database for all workspaces is the first wall: with 30 days kept it
is full at ${shown(LIMITS.d1Bytes / RUN_BYTES / DAY_S / 30)} merges a second.

## By documents

A document takes ${shown(DOCUMENT.d1Bytes)} bytes of D1 with its fields, settings and versions, and ${DOCUMENT.objects} objects of R2.

${table(
  ["documents", "D1, GB", "R2 objects", "R2, GB", "dollars a month"],
  DOCUMENTS.map((count) => [
    shown(count),
    (count * DOCUMENT.d1Bytes) / 1e9,
    count * DOCUMENT.objects,
    (count * DOCUMENT.r2Bytes) / 1e9,
    (count * DOCUMENT.d1Bytes * PRICES.d1GigabyteMonth) / 1e9 +
      (count * DOCUMENT.r2Bytes * PRICES.r2GigabyteMonth) / 1e9,
  ]),
)}
`;
}

export const readScalePage = (root: string): string => fs.readFileSync(path.join(root, "docs/scale.md"), "utf8");
