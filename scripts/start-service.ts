// The second half of `npm start`: migrates the local database, makes the first credentials, runs the Worker and its clock.
import type { ChildProcess } from "node:child_process";
import net from "node:net";
import path from "node:path";
import { createFirstAccess, type FirstAccess } from "./credentials.ts";
import { withLocalDatabase } from "./local-d1.ts";
import { PrepareError, stateFolder } from "./prepare.mjs";
import { onEnd, signalGroup } from "./process-family.mjs";
import { STARTS_WITHIN_MS, watchedWorker } from "./serve/watched-worker.ts";
import { localSecretsKey, readServiceSettings, type ServiceSettings, takenFrom } from "./service-settings.ts";
import { signInAddress } from "./sign-in-address.ts";
import { watchBrowser } from "./watch-browser.ts";

const STATE = path.join(stateFolder, "state");
const CRON_INTERVAL_MS = 60_000;

function portFromEnvironment(): number {
  const port = Number(process.env.PORT ?? 8787);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new PrepareError(`PORT must be a number from 1 to 65535, not "${process.env.PORT}".`);
  return port;
}

/** The address to listen at: only this machine, unless `HOST` says otherwise, as containers need it. */
const host = process.env.HOST || "127.0.0.1";

async function refuseBusyPort(port: number): Promise<void> {
  const error = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    const probe = net.createServer();
    probe.once("error", resolve);
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
  if (error?.code === "EADDRINUSE")
    throw new PrepareError(`Port ${port} is in use. Stop what listens there, or choose another: PORT=8788 npm start`);
  if (error) throw new PrepareError(`Port ${port} cannot be used: ${error.message}`);
}

/** What the local platform says; shown if the Worker does not start. */
const toolLines: string[] = [];

/** The service's own lines are JSON, and errors are worth seeing; the rest is the platform talking to developers. */
function showLine(line: string): void {
  if (line.startsWith("{") || /\berror\b/i.test(line)) console.log(line);
  else if (toolLines.length < 200) toolLines.push(line);
}

async function untilHealthy(base: string, worker: () => ChildProcess | undefined): Promise<void> {
  const started = Date.now();
  let answer = "";
  while (Date.now() - started < STARTS_WITHIN_MS) {
    if (typeof worker()?.exitCode === "number")
      throw new PrepareError(`${toolLines.join("\n")}\nThe Worker stopped while it was starting; see above.`);
    const response = await fetch(`${base}/api/health`).catch(() => undefined);
    if (response?.ok) return;
    if (response) answer = await response.text();
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  throw new PrepareError(`The service did not become ready. ${answer}`);
}

/** Cloudflare's clock does not tick locally: call the cron handler once a minute. */
function startClock(base: string): void {
  setInterval(() => void fetch(`${base}/cdn-cgi/local/scheduled`).catch(() => {}), CRON_INTERVAL_MS).unref();
}

function greeting({ values, sources }: ServiceSettings, { credentials, signInToken }: FirstAccess): string {
  const base = values.PUBLIC_BASE_URL ?? "";
  const fixedKey = values.API_KEY;
  const user = credentials ? `${credentials.key}:${credentials.secret}` : `${fixedKey || "KEY"}:SECRET`;
  const known = fixedKey
    ? `\nCredentials: the key ${fixedKey} and the secret in API_SECRET`
    : "\nCredentials exist already. Make another pair with: npm run keys -- create";
  return [
    "",
    `Docloom runs at ${base}   (API reference: ${base}/docs)`,
    ...takenFrom(sources),
    `\nOpen the console (this link signs in, once):\n  ${signInAddress(base, signInToken)}`,
    credentials
      ? `\nYour first credentials (shown once):\n  key     ${credentials.key}\n  secret  ${credentials.secret}`
      : known,
    "\nMake a PDF:",
    `  ADDRESS=$(curl -s -u ${user} ${base}/api/documents -d name=Hello -d type=html -d output=pdf \\`,
    `    --data-urlencode 'html=<h1>Hello {$Name}!</h1>' | grep -o 'http[^"]*/merge/[^"]*')`,
    `  curl -s "$ADDRESS?download=1" -d Name=World -o hello.pdf`,
    "",
  ].join("\n");
}

/** Brings the tables up to date; who starts the service gets access to it. */
function prepareDatabase(): Promise<FirstAccess> {
  return withLocalDatabase(STATE, async ({ run, migrate }) => {
    await migrate();

    return createFirstAccess(run);
  });
}

async function main(): Promise<void> {
  process.chdir(path.resolve(import.meta.dirname, ".."));
  const port = portFromEnvironment();
  const settings = readServiceSettings(process.env, port, undefined, host);
  settings.values.SECRETS_KEY ??= localSecretsKey(STATE);
  await refuseBusyPort(port);
  const access = await prepareDatabase();

  const base = `http://127.0.0.1:${port}`;
  const report = (level: string, event: string) => (message: string) =>
    console.error(JSON.stringify({ level, event, time: new Date().toISOString(), message }));
  const watched = watchedWorker(
    { host, port, state: STATE, values: settings.values },
    {
      started: ({ pid }) => process.send?.({ group: pid }),
      line: showLine,
      log: report("error", "service.restarted"),
      giveUp() {
        console.error(toolLines.join("\n"));
        process.exit(1);
      },
    },
  );
  const worker = watched.program;
  const pages = watchBrowser(() => worker()?.pid, report("warn", "browser.page_ended"));
  onEnd(() => {
    pages.stop();
    watched.stop();
    worker()?.once("exit", () => process.exit(0));
    if (!signalGroup(worker()?.pid, "SIGTERM")) process.exit(0);
  });
  await untilHealthy(base, worker);
  startClock(base);
  console.log(greeting(settings, access));
}

await main().catch((error: unknown) => {
  console.error(error instanceof PrepareError ? `\n${error.message}` : error);
  process.exit(1);
});
