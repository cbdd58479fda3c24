import { emitKeypressEvents } from "node:readline";
import type { Command } from "commander";
import { Forwarder, type ListenEvent } from "../../listen/forwarder.ts";
import { ListenJournal } from "../../listen/journal.ts";
import { UsageError } from "../../project/usage-error.ts";
import { contextOf, subcommand } from "../command.ts";
import { stateFolder } from "../config.ts";
import { EXIT } from "../exit-codes.ts";
import type { Colors } from "../output.ts";

export function listenCommand(): Command {
  return subcommand(
    "listen",
    "forward every merge that finishes to a local address, as a signed webhook",
    `docloom listen --to http://localhost:3000/webhook
     docloom listen --to http://localhost:3000/webhook --document 17`,
  )
    .requiredOption("--to <address>", "where your program listens")
    .option("--document <id>", "only merges of this document")
    .option("--route <id>", "only merges of this data route")
    .option(
      "--resume",
      "also those that finished since it was stopped; without it, it begins with what comes from now on",
    )
    .action(async (options: { to: string; document?: string; route?: string; resume?: boolean }, command: Command) => {
      const context = contextOf(command);
      const { output } = context;
      if (!/^https?:\/\//.test(options.to) || !URL.canParse(options.to))
        throw new UsageError(`--to takes an address that begins with http:// or https://, not "${options.to}".`);
      const name = JSON.stringify([context.url(), options.to, options.document ?? "", options.route ?? ""]);
      const journal = new ListenJournal(stateFolder(), name);
      if (!options.resume) journal.forget();
      const notify = (event: ListenEvent) => output.event(event, eventLine(event, output.colors));
      const forwarder = new Forwarder(context.docloom(), journal, options.to, options, notify);

      const keys = process.stdin.isTTY ? "; r repeats the last one, q quits" : "; Ctrl-C stops it";
      output.event(
        { kind: "listening", url: context.url(), to: options.to, secret: journal.secret },
        `Forwarding merges of ${context.url()} to ${options.to}${keys}\nSigned with the secret ${journal.secret}`,
      );
      const stop = new AbortController();
      for (const signal of ["SIGINT", "SIGTERM"] as const)
        process.once(signal, () => {
          process.exitCode = EXIT.interrupted;
          stop.abort();
        });
      const release = readKeys(forwarder, stop, notify);
      await forwarder.run(stop.signal);
      release();
    });
}

function eventLine(event: ListenEvent, colors: Colors): string {
  if (event.kind === "waiting")
    return colors.yellow(
      `… the ${event.for === "service" ? "service" : "local address"} does not answer (${event.reason}); waiting`,
    );
  if (event.kind === "failed") return `${colors.red("✗")} run ${event.run} failed: ${event.code} ${event.message}`;
  const paint = event.status < 300 ? colors.green : colors.red;
  return `${paint(String(event.status))} ${event.name} ${colors.dim(`run ${event.run}${event.repeated ? ", repeated" : ""}`)}`;
}

/** `r` repeats, `q` and Ctrl-C end; returns what resets the terminal. */
function readKeys(forwarder: Forwarder, stop: AbortController, notify: (event: ListenEvent) => void): () => void {
  if (!process.stdin.isTTY) return () => {};

  emitKeypressEvents(process.stdin);
  process.stdin.setRawMode(true);
  process.stdin.resume();
  const press = (_: string, key: { name?: string; ctrl?: boolean }) => {
    const isInterrupt = key.ctrl && key.name === "c";
    if (isInterrupt) process.exitCode = EXIT.interrupted;
    if (key.name === "q" || isInterrupt) stop.abort();
    if (key.name === "r")
      forwarder.repeat().catch((error: Error) => notify({ kind: "waiting", for: "target", reason: error.message }));
  };
  process.stdin.on("keypress", press);
  return () => {
    process.stdin.off("keypress", press);
    process.stdin.setRawMode(false);
    process.stdin.pause();
  };
}
