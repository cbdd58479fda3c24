import type { Command } from "commander";
import { type AnsweredFile, createDocloom, DocloomError } from "../../client/docloom.ts";
import { ScratchDocument } from "../../project/scratch-document.ts";
import { contextOf, subcommand } from "../command.ts";
import { completed, findConnection } from "../config.ts";
import { exitCodeOf } from "../describe-error.ts";
import { CommandFailed } from "../exit-codes.ts";

interface Check {
  what: string;
  ok: boolean;
  /** What was found, or what to do. */
  detail: string;
}

/** Webhooks are refused if their time is further off. */
const MAX_CLOCK_SKEW_MS = 300_000;

export function doctorCommand(): Command {
  return subcommand("doctor", "find out why something does not work", "docloom doctor").action(
    async (_options: object, command: Command) => {
      const { output, options } = contextOf(command);
      const checks: Check[] = [];
      let exitCode: number | undefined;
      const check = async (what: string, look: () => Promise<string>): Promise<boolean> => {
        const found = await look().then(
          (detail) => ({ what, ok: true, detail }),
          (error: unknown) => {
            exitCode ??= exitCodeOf(error);
            return { what, ok: false, detail: remedy(error) };
          },
        );
        checks.push(found);
        const { colors } = output;
        output.say(`${found.ok ? colors.green("✓") : colors.red("✗")} ${what}: ${found.detail}`);
        return found.ok;
      };

      await check("Node", async () => `${process.versions.node} on ${process.platform} ${process.arch}`);
      const { url, key, secret, source } = findConnection(options);
      const credentials = { key, secret, source };
      const docloom = createDocloom({ baseUrl: url, key, secret, retries: 0, timeoutMs: 30_000 });
      const reachable = await check("service", async () => {
        const { response } = await docloom.api.GET("/api/health", {});
        return `${url} answers with ${response.status}`;
      });
      if (reachable) {
        await check("clock", () => compareClocks(url));
        const signedIn = await check("credentials", async () => {
          completed(url, credentials);
          await docloom.documents.list({ limit: 1 });
          return `${key} from ${source}`;
        });
        if (signedIn) {
          const scratch = new ScratchDocument(docloom);
          const document = (html: string) => ({ html, data: { Name: "doctor" } });
          await check("merge", async () => {
            const started = performance.now();
            const pdf = await mergeOnce(scratch, document("<p>Hello {$Name}</p>"));
            return `${pdf.bytes.byteLength} bytes of PDF in ${(performance.now() - started).toFixed(0)} ms`;
          });
          await scratch.remove().catch(() => {});
        }
      }
      const ok = checks.every((one) => one.ok);
      output.result({ ok, checks }, () => (ok ? "Everything works." : ""));
      if (!ok) throw new CommandFailed(exitCode);
    },
  );
}

function mergeOnce(
  scratch: ScratchDocument,
  { html, data }: { html: string; data: Record<string, unknown> },
): Promise<AnsweredFile> {
  return scratch.mergeBody({ name: "doctor", type: "html", output: "pdf", html }, data);
}

async function compareClocks(url: string): Promise<string> {
  const response = await fetch(`${url}/api/health`);
  const date = Date.parse(response.headers.get("date") ?? "");
  if (Number.isNaN(date)) return "not compared: the service does not tell its time";
  const skewMs = Math.abs(Date.now() - date);
  if (skewMs > MAX_CLOCK_SKEW_MS)
    throw new Error(
      `it is ${Math.round(skewMs / 1_000)} s apart from the service's; signatures of webhooks will be refused`,
    );
  return `${Math.round(skewMs / 1_000)} s apart from the service's`;
}

function remedy(error: unknown): string {
  if (error instanceof DocloomError && error.status === 401) return `${error.message} Sign in again: docloom login`;
  return error instanceof Error ? error.message : String(error);
}
