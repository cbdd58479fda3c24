// What stands in the way of a start, in sentences: which file or folder, why, and what to do. A stack helps nobody who runs the service.
import fs from "node:fs";
import path from "node:path";
import { PrepareError } from "../prepare.mjs";
import { SQLITE } from "./sqlite-codes.ts";

/** It stands in the way however often the start is tried: somebody has to do something. */
export class LastingError extends PrepareError {}

/** With which `npm run serve` ends by that (EX_CONFIG of sysexits.h): docloom.service starts it anew after all others. */
export const EXIT_LASTING = 78;

const user = (): string => (process.getuid ? `the user of this process (id ${process.getuid()})` : "this user");

/** How each code of the file system goes on after the path. */
const FILE_REASONS: Readonly<Record<string, () => string>> = {
  EROFS: () => "is on a file system that can only be read. Mount it for writing, or name another folder in DATA_DIR.",
  EACCES: () => `may not be read and written by ${user()}. Give it to that user: chown -R.`,
  EPERM: () => `may not be read and written by ${user()}. Give it to that user: chown -R.`,
  ENOTDIR: () => "is no folder, and one is needed there. Move that file away, or name another folder in DATA_DIR.",
  EEXIST: () => "is no folder, and one is needed there. Move that file away, or name another folder in DATA_DIR.",
};
/** Those that go by themselves, or once somebody else has ended. */
const PASSING_FILE_REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "cannot be written: the disk is full.",
  EDQUOT: "cannot be written: the user's quota of the disk is used up.",
};

/**
 * Makes a folder that can be written. Asked first: what Node says of one that it could not make is not why.
 * @throws Error of the file system, with the path that is the reason
 */
export function makeFolder(folder: string): void {
  let there = path.resolve(folder);
  while (!fs.existsSync(there) && there !== path.dirname(there)) there = path.dirname(there);
  if (!fs.statSync(there).isDirectory())
    throw Object.assign(new Error("It is no folder."), { code: "ENOTDIR", path: there, syscall: "mkdir" });
  fs.accessSync(there, fs.constants.W_OK | fs.constants.X_OK);
  fs.mkdirSync(folder, { recursive: true });
}

/** An error as whoever runs the service needs it; other ones, which are faults of ours, as they are. */
export function refusedStart(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof PrepareError) return error;
  const { code, syscall, path: file } = error as NodeJS.ErrnoException;
  // A port that was free when the start began.
  if (syscall === "listen") return new PrepareError(`A port cannot be used: ${error.message}`, { cause: error });
  if (code === undefined || syscall === undefined || file === undefined) return error;
  const lasting = FILE_REASONS[code];
  if (lasting) return new LastingError(`${file} ${lasting()}`, { cause: error });
  return new PrepareError(`${file} ${PASSING_FILE_REASONS[code] ?? `cannot be used: ${error.message}`}`, {
    cause: error,
  });
}

/** What SQLite says of a database's file; undefined if it is no fault of the file. */
export function refusedDatabase(error: unknown, file: string): PrepareError | undefined {
  const { errcode, message } = sqliteError(error) ?? {};
  const options = { cause: error };
  // The higher bits say it more precisely.
  switch (errcode === undefined ? undefined : errcode & 0xff) {
    case SQLITE.corrupt:
    case SQLITE.noDatabase:
      return new LastingError(
        `The database ${file} is damaged (${message}). Move its folder of data away and put a backup in its place: npm run restore -- FOLDER (docs/one-machine.md, "Backup").`,
        options,
      );
    case SQLITE.perm:
    case SQLITE.readOnly:
    case SQLITE.cannotOpen:
      return new LastingError(
        `The database ${file} cannot be opened for writing (${message}): file and folder must belong to ${user()}, and the file system must not be one that can only be read.`,
        options,
      );
    case SQLITE.full:
      return new PrepareError(`The database ${file} cannot be written: the disk is full.`, options);
    case SQLITE.io:
      return new PrepareError(`The database ${file} cannot be read or written (${message}): see to the disk.`, options);
    case SQLITE.busy:
    case SQLITE.locked:
      return new PrepareError(`The database ${file} is used by another program (${message}). End that first.`, options);
    default:
      return undefined;
  }
}

/** An error of node:sqlite, or the one that another error was made of. */
function sqliteError(error: unknown): { errcode: number; message: string } | undefined {
  for (let each = error; each instanceof Error; each = each.cause)
    if ("errcode" in each && typeof each.errcode === "number") return { errcode: each.errcode, message: each.message };
  return undefined;
}
