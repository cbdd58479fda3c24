import fs from "node:fs";
import path from "node:path";
import { watch } from "chokidar";
import type { Command } from "commander";
import * as z from "zod";
import { DocloomError } from "../../client/docloom.ts";
import {
  DOCUMENT_FILE,
  type DocumentFolder,
  documentOfTemplate,
  readDocumentFolder,
} from "../../project/document-folder.ts";
import { readJson } from "../../project/json-file.ts";
import { ScratchDocument } from "../../project/scratch-document.ts";
import { UsageError } from "../../project/usage-error.ts";
import { contextOf, subcommand } from "../command.ts";
import { problemLines } from "../describe-error.ts";
import { startDevServer } from "../dev/server.ts";
import { EXIT } from "../exit-codes.ts";

/**
 * Editors write a file in several steps; changes this close together are one. Longer than the 50 ms in which the
 * watcher reports only one change, so that a file read between two steps is always read again.
 */
const SETTLE_MS = 60;

export function devCommand(): Command {
  return subcommand(
    "dev",
    "a page with the real PDF, refreshed at each save of the template or the data",
    `docloom dev documents/Invoice
     docloom dev offer.docx --data offer.json --port 4400`,
  )
    .argument("<template>", "a template, or the folder of a document")
    .option("--data <file>", "JSON file with the data; samples/default.json beside the template when absent")
    .option("--port <n>", "port of the page", "4400")
    .option("--once", "merge once, report what is wrong, and exit")
    .action(async (template: string, options: { data?: string; port: string; once?: boolean }, command: Command) => {
      const context = contextOf(command);
      const { output } = context;
      const { colors } = output;
      const read = () => (isFolder(template) ? readDocumentFolder(template) : documentOfTemplate(template));
      const dataFile = options.data ?? defaultDataFile(read());
      const scratch = new ScratchDocument(context.docloom());
      const session = new DevSession(scratch, read, dataFile);
      try {
        if (options.once) {
          const outcome = await session.merge();
          output.warnings(outcome.warnings);
          output.result(
            { ok: outcome.error === "", ms: outcome.ms, error: outcome.error, warnings: outcome.warnings },
            () => outcome.error || `merged in ${outcome.ms} ms`,
          );
          if (outcome.error) process.exitCode = EXIT.failed;
          return;
        }
        const server = await startDevServer(portOf(options.port));
        output.event(
          { address: server.address },
          `${colors.bold(server.address)} shows ${read().members.name}; Ctrl-C stops it`,
        );
        let version = 0;
        const refresh = async () => {
          const { error, warnings, pdf, ms, name } = await session.merge();
          if (pdf) version++;
          const state = error ? "not merged" : `${ms} ms`;
          server.show({ name, version, state, error }, pdf);
          output.event(
            { version, ms, error, warnings },
            error ? `${colors.red("✗")} ${error}` : `${colors.green("✓")} merged in ${ms} ms`,
          );
          output.warnings(warnings);
        };
        await refreshUntilInterrupted(
          [read().templateFile, path.join(read().folder, DOCUMENT_FILE), ...(dataFile ? [dataFile] : [])],
          refresh,
        );
        await server.close();
        process.exitCode = EXIT.interrupted;
      } finally {
        await scratch.remove().catch(() => {});
      }
    });
}

interface Outcome {
  name: string;
  pdf?: Uint8Array;
  ms: number;
  /** With file, place and remedy; empty if all is well. */
  error: string;
  /** What was odd about the merge. */
  warnings: string[];
}

/** Merges what is on disk, again and again. */
class DevSession {
  readonly #scratch: ScratchDocument;
  readonly #read: () => DocumentFolder;
  readonly #dataFile: string | undefined;

  constructor(scratch: ScratchDocument, read: () => DocumentFolder, dataFile: string | undefined) {
    this.#scratch = scratch;
    this.#read = read;
    this.#dataFile = dataFile;
  }

  async merge(): Promise<Outcome> {
    const started = performance.now();
    let file = "";
    let name = "docloom dev";
    try {
      const document = this.#read();
      name = document.members.name;
      file = path.relative(".", document.templateFile);
      const data = this.#dataFile ? readJson(this.#dataFile, z.record(z.string(), z.unknown())) : {};
      const { bytes, mediaType, warnings } = await this.#scratch.merge(
        { ...document, members: { ...document.members, output: "pdf" } },
        data,
      );
      if (mediaType !== "application/pdf") throw new UsageError(`The merge produced ${mediaType} instead of a PDF.`);
      return { name, pdf: bytes, ms: Math.round(performance.now() - started), error: "", warnings };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const lines = error instanceof DocloomError ? problemLines(error, file) : [];
      return {
        name,
        ms: Math.round(performance.now() - started),
        error: [message, ...lines].join("\n  "),
        warnings: [],
      };
    }
  }
}

/** Calls immediately and at each change of the files, one call after the other; fulfilled by Ctrl-C. */
async function refreshUntilInterrupted(files: readonly string[], refresh: () => Promise<void>): Promise<void> {
  const interrupted = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isStale = false;
  const run = async () => {
    if (running) {
      isStale = true;
      return;
    }
    running = refresh().finally(() => {
      running = undefined;
    });
    await running;
    if (isStale) {
      isStale = false;
      await run();
    }
  };
  const watcher = watch([...files], { ignoreInitial: true });
  watcher.on("all", () => {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), SETTLE_MS);
  });
  // Whoever sees the first PDF may save a moment later: the files are watched before it is made.
  await new Promise<void>((resolve) => watcher.once("ready", resolve));
  void run();
  await interrupted;
  clearTimeout(timer);
  await watcher.close();
  await running;
}

function defaultDataFile({ folder, templateFile }: DocumentFolder): string | undefined {
  const beside = [path.join(folder, "samples/default.json"), templateFile.replace(/\.\w+$/, ".json")];
  return beside.find((file) => fs.existsSync(file));
}

const isFolder = (place: string): boolean => fs.existsSync(place) && fs.statSync(place).isDirectory();

function portOf(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError(`--port takes a number up to 65535, not "${text}".`);
  return port;
}
