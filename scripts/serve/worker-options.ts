// The Worker as two processes of one machine: all isolates of a local process share its thread, so what takes long is done in
// another one than what answers.
import fs from "node:fs";
import path from "node:path";
import {
  convertV4MiniflareOptions,
  Log,
  LogLevel,
  type MiniflareOptions,
  type Request,
  Response,
  type V4WorkerOptions,
  type V4WorkerOptionsShape,
} from "miniflare";
import { BUILT_WORKER } from "./built-worker.ts";

/** What a service on this machine is given. */
export interface ServeSettings {
  host: string;
  port: number;
  /** Where the Worker listens, of the loopback: the server in front of it, and whoever watches both, ask it there. */
  workerPort: number;
  /** Where database, files and objects are kept. */
  state: string;
  /** Settings of the Worker by their names. */
  values: Readonly<Record<string, string>>;
}

export const ANSWERING = "docloom";
export const POOL = "docloom-pool";
/** Objects of this class do what takes long. */
const POOL_BINDING = "TOOL_WORKERS";

/** Where the two find each other; emptied at each start. */
export const registryFolder = (state: string): string => path.join(state, "registry");

/** Where a process of the pool says that it has found the database, which is in the process that answers. */
export const JOINED_PATH = "/joined";
/** What a process of the pool answers over HTTP: that its thread has come to it. Nobody reaches the Worker there. */
const PULSE = `export default { async fetch({ url }, { DB }) {
  if (new URL(url).pathname === "${JOINED_PATH}") await DB.prepare("SELECT 1").first();
  return new Response();
} };`;

/** Nobody but the program that runs the Worker knows them. */
export interface WorkerSecrets {
  /** Whoever calls with it may tell the process that answers that it is to end (drain.ts). */
  ending: string;
  /** Of the server in front: whoever calls with it is told whose a request is (front/front.ts). */
  front: string;
}

/**
 * The process that answers has the browser, the queues' consumers, the clock, the static files and the database; one of the pool
 * has the pool's objects, and reaches everything else in the first.
 * @param secrets of the process that answers
 */
export function workerOptions(
  { workerPort, state, values }: ServeSettings,
  secrets?: WorkerSecrets,
): {
  answering: MiniflareOptions;
  /** @param pulse the name under which it is registered: whoever runs it says that it is the pool @param port a free one */
  pool(pulse: string, port: number): MiniflareOptions;
} {
  const { modulesRules: _, assets, browserRendering, queueConsumers, cronTriggers, ...built } = readBindings();
  const objects = Object.entries(built.durableObjects).map(([binding, object]) => [
    binding,
    { ...object, scriptName: binding === POOL_BINDING ? POOL : ANSWERING },
  ]);
  const worker = {
    ...built,
    modulesRoot: BUILT_WORKER.folder,
    modules: [
      { type: "ESModule" as const, path: BUILT_WORKER.script },
      ...BUILT_WORKER.texts().map((text) => ({ type: "Text" as const, path: text })),
    ],
    bindings: { ...values, POOL_PROCESS: "1" },
    durableObjects: Object.fromEntries(objects),
  };
  const shared = {
    resourcePersistencePath: path.join(state, "v3"),
    unsafeDevRegistryPath: registryFolder(state),
    unsafeTriggerHandlers: true,
    logRequests: false,
    log: new Log(LogLevel.WARN),
    handleStructuredLogs: ({ message }: { message: string }) => console.log(message),
  };
  const options = (port: number, isolated: string, workers: V4WorkerOptions[]) => ({
    ...convertV4MiniflareOptions({ ...shared, host: "127.0.0.1", port, workers }),
    unsafeEnableSharedStorage: true,
    isolatedResourcePersistencePath: path.join(state, isolated),
  });
  const bindings = {
    ...worker.bindings,
    ...(secrets && { ENDING_SECRET: secrets.ending, FRONT_SECRET: secrets.front }),
  };
  const answers = { ...worker, bindings, name: ANSWERING, assets, browserRendering, queueConsumers, cronTriggers };
  // It reads what it needs of the static files from the disk: to list all of them would make its start a second longer.
  const works = {
    ...worker,
    name: POOL,
    serviceBindings: { [assets.binding]: staticFiles(assets.directory) },
    unsafeRegisterWorker: false,
  };
  const { compatibilityDate, d1Databases } = built;
  const pulse = { modules: true as const, script: PULSE, compatibilityDate, d1Databases };
  return {
    answering: options(workerPort, "answering", [answers]),
    pool: (name, free) => options(free, name, [{ ...pulse, name }, works]),
  };
}

/** Answers with files of a folder, and of no other. */
function staticFiles(folder: string): (request: Request) => Promise<Response> {
  return async ({ url }) => {
    const file = path.join(folder, decodeURIComponent(new URL(url).pathname));
    const isInside = file.startsWith(folder + path.sep) && fs.statSync(file, { throwIfNoEntry: false })?.isFile();
    return isInside ? new Response(await fs.promises.readFile(file)) : new Response(null, { status: 404 });
  };
}

/** What is used of them here; the rest is passed on. */
interface Bindings
  extends Pick<V4WorkerOptionsShape, "browserRendering" | "queueConsumers" | "cronTriggers" | "d1Databases"> {
  compatibilityDate: string;
  modulesRules: unknown;
  assets: { binding: string; directory: string };
  durableObjects: Record<string, { className: string }>;
}

/** As scripts/build-worker.ts has written them. */
function readBindings(): Bindings {
  return JSON.parse(fs.readFileSync(BUILT_WORKER.bindings, "utf8"));
}
