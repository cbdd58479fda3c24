// Migrates the local database, makes the first credentials, runs the Worker and watches it.
import type { ChildProcess } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod";
import { wrongPlace } from "../src/domain/new-workspaces.ts";
import { createFirstAccess, type FirstAccess } from "./credentials.ts";
import { dataFolder } from "./data-folder.ts";
import { withLocalDatabase } from "./local-d1.ts";
import { operatorService } from "./operator-service.ts";
import { PrepareError } from "./prepare.mjs";
import { onEnd, signalGroup } from "./process-family.mjs";
import { type Listening, refuseBusyPorts } from "./serve/busy-ports.ts";
import { type LogLevel, logLevel } from "./serve/chosen-log-level.ts";
import { requireWholeData } from "./serve/data-files.ts";
import { holdData } from "./serve/data-lock.ts";
import { writeFirstAccess } from "./serve/first-access-file.ts";
import { freePort } from "./serve/free-port.ts";
import { isShown } from "./serve/log-level.mjs";
import { LogCounts, serveMetrics } from "./serve/metrics.ts";
import { EXIT_LASTING, LastingError, refusedStart } from "./serve/refused-start.ts";
import { diskFamilies, processFamilies, waitingFamilies } from "./serve/service-figures.ts";
import { WaitingWork } from "./serve/waiting-work.ts";
import { drainWorker, STARTS_WITHIN_MS, watchedWorker } from "./serve/watched-worker.ts";
import {
  leftOutKey,
  localSecretsKey,
  readServiceSettings,
  type ServiceSettings,
  takenFrom,
} from "./service-settings.ts";
import { signInAddress } from "./sign-in-address.ts";
import { allProcesses, watchBrowser } from "./watch-browser.ts";

const STATE = dataFolder();
/** Of what is being answered when the service is to end; under `npm start` somebody waits for the prompt. */
const DRAIN_MS = { start: 3_000, serve: 30_000 };

function numberedPort(name: string, value: string | undefined): number | undefined {
  if (!value) return undefined;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new LastingError(`${name} must be a number from 1 to 65535, not "${value}".`);
  return port;
}

/** The address to listen at: only this machine, unless `HOST` says otherwise, as containers need it. */
const host = process.env.HOST || "127.0.0.1";

const { serve: isServing } = parseArgs({ options: { serve: { type: "boolean", default: false } } }).values;
const counts = new LogCounts();

/** What the local platform says; shown if the Worker does not start. */
const toolLines: string[] = [];

/** The service's own lines are JSON, and errors are worth seeing; the rest is the platform talking to developers. */
function showLine(line: string, level: LogLevel): void {
  counts.take(line);
  if (!isShown(line, level)) return;
  if (line.startsWith("{") || /\berror\b/i.test(line)) console.log(line);
  else if (toolLines.length < 200) toolLines.push(line);
}

const refusalSchema = z.object({ code: z.literal("misconfigured"), error: z.string() });

/** What the Worker says where it has read its settings and cannot work by them: it will not say anything else. */
function wrongSettings(answer: string): string | undefined {
  if (!answer.startsWith("{")) return undefined;
  return refusalSchema.safeParse(JSON.parse(answer)).data?.error;
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
    const wrong = wrongSettings(answer);
    if (wrong !== undefined) throw new LastingError(wrong);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new PrepareError(`The service did not become ready. ${answer}`);
}

/** Undefined where nobody wants them. */
function metricsPlace(): Listening | undefined {
  const setting = "METRICS_PORT";
  const port = numberedPort(setting, process.env[setting]);
  return port === undefined ? undefined : { setting, host: process.env.METRICS_HOST || "127.0.0.1", port };
}

/** At this machine alone unless `METRICS_HOST` says otherwise: whoever reads them learns how much there is to do. */
async function startMetrics({ host, port }: Listening, worker: () => ChildProcess | undefined): Promise<void> {
  const report = reporter("warn", "metrics.processes_not_listed");
  const waiting = new WaitingWork(STATE, reporter("warn", "metrics.workspace_not_read"));
  await serveMetrics(host, port, async () => {
    const now = Date.now();
    return [
      ...counts.families(),
      ...waitingFamilies(waiting.at(now), now),
      ...(await diskFamilies(STATE)),
      ...processFamilies(await allProcesses(report), worker()?.pid ?? 0),
    ];
  });
}

const reporter = (level: string, event: string) => (message: string) =>
  console.error(JSON.stringify({ level, event, time: new Date().toISOString(), message }));

/** The same machine by its name, where passkeys work: they belong to names, and an address is none. */
function byName(base: string): string[] {
  const url = URL.parse(base);
  if (url?.hostname !== "127.0.0.1") return [];
  url.hostname = "localhost";
  return [`In a browser also at ${url.origin}, where passkeys can be used`];
}

function greeting({ values, sources }: ServiceSettings, { credentials, signInToken }: Partial<FirstAccess>): string {
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
    ...byName(base),
    signInToken
      ? `\nOpen the console (this link signs in, once):\n  ${signInAddress(base, signInToken)}`
      : `\nOpen the console, and sign in with the key:\n  ${base}/console`,
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

const ready = ({ values }: ServiceSettings): string =>
  JSON.stringify({
    level: "info",
    event: "service.ready",
    time: new Date().toISOString(),
    address: values.PUBLIC_BASE_URL ?? "",
  });

/** What lets somebody in is in a file that the log names: the log is kept, and others read it. */
function reportFirstAccess({ values }: ServiceSettings, { credentials, signInToken = "" }: Partial<FirstAccess>): void {
  if (!credentials) return;
  const file = writeFirstAccess(STATE, credentials, signInAddress(values.PUBLIC_BASE_URL ?? "", signInToken));
  const message = `The first key and secret, and a link to the console, are in ${file}: delete it once you have them.`;
  // Whatever LOG_LEVEL says: nobody could know it otherwise.
  console.log(
    JSON.stringify({ level: "info", event: "service.first_credentials", time: new Date().toISOString(), message }),
  );
}

/** Brings the tables up to date, under a key that is there before them; who starts the service gets access to it, unless its first workspace is not made here. */
function prepareDatabase(values: ServiceSettings["values"]): Promise<Partial<FirstAccess>> {
  const { NEW_WORKSPACES, API_KEY, API_SECRET } = values;
  return withLocalDatabase(STATE, async ({ run, hadKey, migrate }) => {
    values.SECRETS_KEY ??= localSecretsKey(STATE, hadKey);
    await migrate();
    const [workspaces] = await run(["SELECT id FROM workspaces UNION ALL SELECT workspace_id FROM placements LIMIT 1"]);
    if (NEW_WORKSPACES !== "objects" || workspaces?.length === 1)
      return (await createFirstAccess(run, Boolean(API_KEY && API_SECRET))) ?? {};
    if (!API_KEY)
      throw new LastingError("NEW_WORKSPACES=objects needs API_KEY and API_SECRET: the first workspace is theirs.");
    return {};
  });
}

/** To a first workspace that is in an object; undefined, with a line that says why, if there is none. */
async function linkByService(address: string, secretsKey: string | undefined): Promise<string | undefined> {
  try {
    const service = operatorService({ address, secretsKey, isRemote: false });
    return (await service({ do: "make_sign_in_link" }))?.token;
  } catch (error) {
    reporter("warn", "service.no_sign_in_link")(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** @param program waits for its settings */
export async function runService(program: ChildProcess): Promise<void> {
  try {
    await run(program);
  } catch (error) {
    const refused = refusedStart(error);
    console.error(refused instanceof PrepareError ? `\n${refused.message}` : refused);
    process.exit(refused instanceof LastingError ? EXIT_LASTING : 1);
  }
}

async function run(waiting: ChildProcess): Promise<void> {
  process.chdir(path.resolve(import.meta.dirname, ".."));
  const port = numberedPort("PORT", process.env.PORT) ?? 8787;
  const metrics = metricsPlace();
  const level = logLevel(process.env.LOG_LEVEL);
  const settings = readServiceSettings(process.env, port, undefined, host);
  const { NEW_WORKSPACES_JURISDICTION } = settings.values;
  if (NEW_WORKSPACES_JURISDICTION)
    throw new LastingError(
      wrongPlace(settings.values) ??
        `NEW_WORKSPACES_JURISDICTION=${NEW_WORKSPACES_JURISDICTION} needs Cloudflare: what runs here is on this machine, and has no jurisdictions.`,
    );
  // Until this program ends, whatever becomes of the one that runs the Worker.
  holdData(STATE, "A service", port);
  requireWholeData(STATE);
  const leftOut = settings.values.SECRETS_KEY && leftOutKey(STATE, settings.values.SECRETS_KEY);
  if (leftOut) reporter("warn", "service.other_key")(leftOut);
  await refuseBusyPorts([{ setting: "PORT", host, port }, ...(metrics ? [metrics] : [])]);
  const access = await prepareDatabase(settings.values);
  // Before the Worker starts: if it does not, they are not lost.
  if (isServing) reportFirstAccess(settings, access);

  if (process.env.DATA_DIR && path.resolve(process.env.DATA_DIR) !== STATE)
    reporter(
      "warn",
      "service.data_elsewhere",
    )(
      `DATA_DIR (${process.env.DATA_DIR}) has no data, and ${STATE} has: these stay in use. Stop the service and move them there.`,
    );
  const base = `http://127.0.0.1:${port}`;
  const workerPort = await freePort([port, ...(metrics ? [metrics.port] : [])]);
  const watched = watchedWorker(
    { host, port, workerPort, state: STATE, values: settings.values },
    {
      started: ({ pid }) => process.send?.({ group: pid }),
      line: (line) => showLine(line, level),
      log: reporter("error", "service.restarted"),
      giveUp() {
        console.error(toolLines.join("\n"));
        process.exit(1);
      },
    },
    waiting,
  );
  const worker = watched.program;
  const pages = watchBrowser(() => worker()?.pid, reporter("warn", "browser.page_ended"));
  onEnd(() => void end(), { outlivesTerminal: isServing });
  await untilHealthy(base, worker);
  if (metrics) await startMetrics(metrics, worker);
  if (!isServing) access.signInToken ??= await linkByService(base, settings.values.SECRETS_KEY);
  console.log(isServing ? ready(settings) : greeting(settings, access));

  /** What came in is answered; nothing new is taken. */
  async function end(): Promise<void> {
    watched.stop();
    const program = worker();
    const drained = program?.pid === undefined || (await drainWorker(program, DRAIN_MS[isServing ? "serve" : "start"]));
    if (!drained) reporter("warn", "service.answers_broken_off")("Answers that took too long were broken off.");
    pages.stop();
    program?.once("exit", () => process.exit(0));
    if (!signalGroup(program?.pid, "SIGTERM") || program?.exitCode !== null) process.exit(0);
  }
}
