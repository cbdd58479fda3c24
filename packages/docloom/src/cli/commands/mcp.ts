import { createInterface } from "node:readline";
import type { Command } from "commander";
import { contextOf, subcommand } from "../command.ts";
import { completed, findConnection } from "../config.ts";

/** `mcp`: the Model Context Protocol over standard input and output, for programs that start their servers. */
export function mcpCommand(): Command {
  return subcommand(
    "mcp",
    "speak the Model Context Protocol over standard input and output, for agents that start a program",
    "docloom mcp --url https://docs.example.com",
  ).action(async (_options: object, command: Command) => {
    const { options } = contextOf(command);
    const { url, ...known } = findConnection(options);
    const { key, secret } = completed(url, known);
    const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString("base64")}`;
    const waiting = new Set<Promise<void>>();
    // requests are answered as they are done, each with its own id
    for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line.trim() === "") continue;
      const forwarded = forwardMessage(`${url}/mcp`, authorization, line).finally(() => waiting.delete(forwarded));
      waiting.add(forwarded);
    }
    await Promise.all(waiting);
  });
}

/** Sends one message; what comes back is written as lines. A request that cannot be sent is answered with why. */
async function forwardMessage(address: string, authorization: string, message: string): Promise<void> {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: {
        authorization,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: message,
    });
    const text = await response.text();
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
    const messages = isStream ? eventsOf(text) : text.trim() === "" ? [] : [text];
    if (!response.ok) return refuse(message, messages[0] ?? `The service answered ${response.status}.`);
    for (const one of messages) process.stdout.write(`${JSON.stringify(JSON.parse(one))}\n`);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    refuse(message, cause instanceof Error ? cause.message : String(cause));
  }
}

/** The data of server-sent events. */
function eventsOf(text: string): string[] {
  return text
    .split(/\r?\n\r?\n/)
    .map((event) =>
      event
        .split(/\r?\n/)
        .filter((line) => line.startsWith("data:"))
        .map((line) => line.slice(5).trimStart())
        .join("\n"),
    )
    .filter((data) => data !== "");
}

/** JSON-RPC's answer to a request that failed; notifications have none. */
function refuse(message: string, reason: string): void {
  const { id } = readMessage(message);
  const { error = reason, jsonrpc } = readMessage(reason);
  if (jsonrpc !== undefined) return void process.stdout.write(`${reason}\n`);
  if (id === undefined) return void process.stderr.write(`${String(error)}\n`);
  const answer = { jsonrpc: "2.0", id, error: { code: -32_000, message: String(error) } };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

function readMessage(text: string): { id?: unknown; error?: unknown; jsonrpc?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
