import type { DeliveryKind } from "../../domain/delivery/delivery.ts";
import { createLog } from "../../domain/log.ts";
import type { Run, RunFile } from "../../domain/run.ts";
import { standIn } from "../../domain/testing/stand-in.ts";
import type { Env } from "../../env.ts";
import { documentTask } from "../../store/testing/run-tasks.ts";
import type { DeliveryContext } from "../delivery-kind.ts";
import type { DeliveryServices } from "../delivery-services.ts";
import { createSettingRenderer } from "../setting-renderer.ts";

interface TestFile extends Pick<RunFile, "name" | "mediaType" | "sha256"> {
  bytes: Uint8Array;
}

/** One delivery of a run that is nowhere stored, for tests of one kind; its requests go to `transport`. */
export function deliveryContext(
  env: Env,
  kind: DeliveryKind,
  settings: Record<string, unknown>,
  data: Record<string, unknown>,
  files: readonly TestFile[],
  transport: typeof fetch,
): DeliveryContext {
  const now = new Date("2026-03-04T05:06:07Z");
  const stored = new Map(files.map(({ name, bytes }) => [name, bytes]));
  const services = standIn<DeliveryServices>({
    env,
    store: { blobs: { get: async (_: string, key: string) => stored.get(key) } },
    now: () => now,
    log: createLog(),
    outbound: (internalHosts: readonly string[]) => ({
      resolve: async () => [Uint8Array.of(93, 184, 216, 34)],
      internalHosts,
      allowLoopback: false,
      gate: { run: <Result>(work: () => Promise<Result>) => work() },
      transport,
    }),
  });
  return {
    entry: {
      id: "entry1",
      workspaceId: "workspace",
      runId: "run1",
      deliveryId: "delivery1",
      kind,
      name: "",
      settings,
      target: "",
      status: "sending",
      preview: undefined,
      tries: 1,
      dueAt: now,
      createdAt: now,
      finishedAt: undefined,
    },
    run: standIn<Run>({ id: "run1", workspaceId: "workspace", test: false, task: documentTask() }),
    files: files.map(({ bytes, ...file }) => ({ ...file, sizeBytes: bytes.length, blobKey: file.name })),
    data,
    render: createSettingRenderer(data, { now, locale: "en-US", timeZone: "UTC", currency: "USD" }),
    timeZone: "UTC",
    publicBaseUrl: "https://docs.example",
    internalHosts: [],
    mailServer: undefined,
    fonts: [],
    secrets: [],
    services,
  };
}
