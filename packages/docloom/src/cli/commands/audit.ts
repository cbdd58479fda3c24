import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Command } from "commander";
import { type AuditHead, type AuditVerdict, readAuditHeads, verifyAuditLog } from "../../client/audit-log.ts";
import type { ReceiptKeys } from "../../client/receipt.ts";
import { UsageError } from "../../project/usage-error.ts";
import { contextOf, subcommand } from "../command.ts";
import { CommandFailed } from "../exit-codes.ts";

/** `docloom audit verify`: a log is proven without the service that it is from. */
export function auditCommand(): Command {
  return new Command("audit").description("prove the log of what was done").addCommand(verifyCommand());
}

function verifyCommand(): Command {
  return subcommand(
    "verify",
    "whether an export of the log is whole; exits with 1 when it is not. Asks no service.",
    `docloom audit verify audit.ndjson
     docloom audit verify audit.ndjson --heads kept-heads.ndjson --keys docloom-receipts.json`,
  )
    .argument("<file>", "NDJSON of GET /api/audit/export, made without filters")
    .option("--heads <file>", "heads that you have kept, or an earlier export")
    .option("--keys <file>", "public keys of the deployment: /.well-known/docloom-receipts.json")
    .action(async (file: string, options: { heads?: string; keys?: string }, command: Command) => {
      const { output } = contextOf(command);
      const heads = options.heads === undefined ? [] : headsOf(options.heads, await textOf(options.heads));
      const keys = options.keys === undefined ? undefined : keysOf(options.keys, await textOf(options.keys));
      const verdict = await verifyAuditLog(await linesOf(file), { heads, keys });
      output.result(verdict, () => sentences(verdict, heads));
      if (!verdict.intact) throw new CommandFailed();
    });
}

function sentences(
  { entries, first, last, headsCompared, headsUnchecked, problems }: AuditVerdict,
  kept: readonly AuditHead[],
) {
  const size = entries === 0 ? "The file has no entries." : `Entries ${first} to ${last.seq} were followed.`;
  const heads = [
    `${headsCompared} kept heads were compared.`,
    ...(headsUnchecked > 0
      ? [
          `The signatures of ${headsUnchecked} heads in the file were not looked at: name the deployment's keys with --keys.`,
        ]
      : []),
    ...(kept.length === 0
      ? ["Without heads that you have kept (--heads), a log that was written anew looks like this, too."]
      : []),
  ];
  if (problems.length > 0)
    return ["The log is not as it was written.", ...problems.map(({ message }) => message), size];
  return ["Nothing was changed, taken out or cut off.", size, ...heads, `Keep this head: ${last.seq}:${last.hash}`];
}

function headsOf(path: string, text: string): AuditHead[] {
  try {
    return readAuditHeads(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UsageError(`${path} has no heads of a log: it takes signed heads, or an earlier export.`);
  }
}

function keysOf(path: string, text: string): ReceiptKeys {
  const keys = ((): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      // said below
      return undefined;
    }
  })();
  if (typeof keys === "object" && keys !== null && "keys" in keys && Array.isArray(keys.keys))
    return keys as ReceiptKeys;
  throw new UsageError(`${path} has no public keys: it is what /.well-known/docloom-receipts.json answers.`);
}

async function linesOf(path: string): Promise<AsyncIterable<string>> {
  const stream = createReadStream(path, "utf8");
  await new Promise<void>((resolve, reject) => {
    stream.once("open", () => resolve());
    stream.once("error", () => reject(new UsageError(`${path} cannot be read.`)));
  });
  return createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY });
}

const textOf = (path: string): Promise<string> =>
  readFile(path, "utf8").catch(() => {
    throw new UsageError(`${path} cannot be read.`);
  });
