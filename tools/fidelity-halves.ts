/**
 * Pairs in two halves by the house that a file is from, so that files of one house never stand in both: a rule of layout
 * that is found in one half is shown by the other.
 */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/** A judged file. */
export interface JudgedFile {
  /** Its type: `docx`, `xls`. */
  kind: string;
  name: string;
  house: string;
  /** From 0 to 100. */
  score: number;
}

const LISTS = ["SOURCES.tsv", "MANIFEST.tsv"];
const HOUSE_COLUMNS = ["repository", "repo"];
/** Of a kind: the files that lose most. */
const SHOWN_FILES = 15;

/** Name of a file without its extension -> whose it is, by the list of a corpus; nothing if it has none. */
export function housesOf(corpus: string): Map<string, string> {
  const list = LISTS.map((name) => path.join(corpus, name)).find((file) => fs.existsSync(file));
  if (list === undefined) return new Map();
  const [head = "", ...lines] = fs.readFileSync(list, "utf8").split(/\r?\n/);
  const columns = head.split("\t");
  const nameAt = columns.indexOf("name");
  const houseAt = columns.findIndex((column) => HOUSE_COLUMNS.includes(column));
  return new Map(
    lines.flatMap((line) => {
      const cells = line.split("\t");
      const [name, repository] = [cells[nameAt], cells[houseAt]];
      // one owner's repositories are one house
      return name && repository ? [[name, repository.split("/")[0] ?? repository]] : [];
    }),
  );
}

/** Which half a house is in; another seed halves otherwise. */
export function halfOf(house: string, seed: string): 0 | 1 {
  const [first = 0] = createHash("sha256").update(`${seed}\n${house}`).digest();
  return first % 2 === 0 ? 0 : 1;
}

/** For each kind: both means, and the files with what they lose, the most first. */
export function halvesReport(files: readonly JudgedFile[], seed: string): string {
  const kinds = [...new Set(files.map(({ kind }) => kind))].sort();
  return kinds
    .map((kind) =>
      kindReport(
        kind,
        files.filter((file) => file.kind === kind),
        seed,
      ),
    )
    .join("\n");
}

function kindReport(kind: string, files: readonly JudgedFile[], seed: string): string {
  const halves = [0, 1].map((half) => files.filter(({ house }) => halfOf(house, seed) === half));
  const means = halves.map((half, index) => {
    const mean = half.reduce((sum, { score }) => sum + score, 0) / half.length;
    return `half ${index + 1} ${half.length === 0 ? "-" : mean.toFixed(1)} (${half.length} files)`;
  });
  const lost = files
    .map((file) => ({ ...file, points: 100 - file.score }))
    .sort((one, other) => other.points - one.points);
  const all = lost.reduce((sum, { points }) => sum + points, 0);
  const shown = lost.filter(({ points }) => points >= 0.05).slice(0, SHOWN_FILES);
  return [
    `${kind}: ${means.join(", ")}; ${all.toFixed(0)} points lost in all`,
    ...shown.map(
      ({ name, house, points }) =>
        `  ${points.toFixed(1).padStart(5)}  half ${halfOf(house, seed) + 1}  ${name} (${house})`,
    ),
    "",
  ].join("\n");
}
