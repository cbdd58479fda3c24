import { Presets, SingleBar } from "cli-progress";
import pc from "picocolors";

export type Colors = ReturnType<typeof pc.createColors>;

interface Progress {
  advance(steps?: number): void;
  stop(): void;
}

/** Where a command writes: for people in lines, or for programs in one JSON value. */
export interface Output {
  readonly isJson: boolean;
  readonly colors: Colors;
  /** A line for people; nothing with `--json`. */
  say(line: string): void;
  /** A line beside the result, on standard error. */
  warn(line: string): void;
  /** What was odd about a result, a line for each. */
  warnings(sentences: readonly string[]): void;
  /** The result: its lines for people, or the value as JSON. */
  result(value: unknown, lines: () => string | readonly string[]): void;
  /** One line of a stream of results. */
  event(value: unknown, line: string): void;
  /** Shows how far long work is, on terminals only. */
  progress(label: string, total: number): Progress;
}

/** `1 document`, `2 documents`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Colors follow `--no-color`, NO_COLOR, FORCE_COLOR and whether a person is looking. */
export function createOutput(options: { json: boolean; color: boolean }): Output {
  const { json } = options;
  const colors = pc.createColors(options.color && !json && pc.isColorSupported);

  return {
    isJson: json,
    colors,
    say: (line) => {
      if (!json) process.stdout.write(`${line}\n`);
    },
    warn: (line) => void process.stderr.write(`${line}\n`),
    warnings: (sentences) => {
      for (const sentence of sentences) process.stderr.write(`${colors.yellow("warning")} ${sentence}\n`);
    },
    result: (value, lines) => {
      const text = json ? JSON.stringify(value, null, 2) : [lines()].flat().join("\n");
      if (text !== "") process.stdout.write(`${text}\n`);
    },
    event: (value, line) => void process.stdout.write(`${json ? JSON.stringify(value) : line}\n`),
    progress: (label, total) => {
      if (json || !process.stderr.isTTY || total < 2) return { advance: () => {}, stop: () => {} };

      const bar = new SingleBar(
        { format: `${label} {bar} {value}/{total}`, stream: process.stderr, clearOnComplete: true, hideCursor: true },
        Presets.shades_classic,
      );
      bar.start(total, 0);
      return { advance: (steps = 1) => bar.increment(steps), stop: () => bar.stop() };
    },
  };
}

/** Rows in columns as wide as needed. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));

  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
