/** What benchmarks share: clocks, alternating runs, lines of tables, scratch folders and files of a corpus. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { present } from "../src/domain/present.ts";
import { type ConvertingService, convertingService } from "../test/support/servers/converting-service.ts";

export const MB = 2 ** 20;

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The value below which this share of all is; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Milliseconds that something takes. */
export async function timed(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/**
 * Median milliseconds of each contestant, run in turn, so that whatever else the machine does slows all of them. Prints them,
 * each with its ratio to the first.
 */
export async function compare(
  title: string,
  contestants: Readonly<Record<string, (() => unknown) | undefined>>,
  { warmUp, rounds }: { warmUp: number; rounds: number },
): Promise<void> {
  const all = Object.entries(contestants).map(([name, run]) => ({ name, run, times: [] as number[] }));
  for (let round = -warmUp; round < rounds; round++) {
    for (const { run, times } of all) {
      const milliseconds = run ? await timed(run) : 0;
      if (round >= 0) times.push(milliseconds);
    }
  }
  const own = median(present(all[0]).times);
  console.log(title);
  for (const { name, run, times } of all) {
    const figures = `${median(times).toFixed(2).padStart(10)} ms   ${(median(times) / own).toFixed(2)} x`;
    console.log(`  ${name.padEnd(28)}${run ? figures : "   not installed"}`);
  }
}

/** A line of a table: texts to the left, numbers (of these decimals) to the right. */
export function line(...columns: readonly (readonly [value: string | number, width: number, decimals?: number])[]) {
  const cells = columns.map(([value, width, decimals = 0]) =>
    typeof value === "number" ? value.toFixed(decimals).padStart(width) : value.padEnd(width),
  );
  console.log(cells.join(" "));
}

/** What `use` makes of a folder that is there for as long as that takes. */
export async function withScratch<Result>(use: (folder: string) => Result | Promise<Result>): Promise<Result> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "docloom-bench-"));
  try {
    return await use(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Files of a folder and those in it, in the order of their names. */
export function filesOf(folder: string, pattern: RegExp): string[] {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** `--base-url URL --key KEY --secret SECRET` name a running service. */
const SERVICE_OPTIONS = {
  "base-url": { type: "string" },
  key: { type: "string", default: "" },
  secret: { type: "string", default: "" },
} as const;

/** Options of a benchmark by their names, those that name a service, and what is not an option. */
export function readOptions<Name extends string>(args: readonly string[], ...names: readonly Name[]) {
  const options = {
    ...SERVICE_OPTIONS,
    ...Object.fromEntries(names.map((name) => [name, { type: "string" as const }])),
  };
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  return { values: values as Record<Name | "base-url" | "key" | "secret", string | undefined>, positionals };
}

/** The service that the options name, or one for the time being. */
export async function withConversions<Result>(
  { "base-url": baseUrl, key = "", secret = "" }: ReturnType<typeof readOptions>["values"],
  use: (service: ConvertingService) => Promise<Result>,
): Promise<Result> {
  const service = await convertingService(baseUrl ? { baseUrl, key, secret } : undefined);
  try {
    return await use(service);
  } finally {
    await service.close();
  }
}
