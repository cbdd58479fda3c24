import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { newClient } from "../../test/support/api-client.ts";
import { testBox, testService } from "../../test/support/test-service.ts";
import { attemptDelivery } from "../delivery/attempt.ts";
import { GoogleDriveStandIn } from "../delivery/testing/google-drive-stand-in.ts";
import { sealSettings } from "../domain/delivery/delivery-secrets.ts";
import { present } from "../domain/present.ts";
import { standIn } from "../domain/testing/stand-in.ts";
import { executeQueued } from "./execute-queued.ts";
import { faultyServices } from "./testing/faulty-services.ts";

/** A file that no single try has the time for. */

/** A queue that brings no messages: the tests do the work themselves. */
const silent = standIn<Queue>({ send: async () => {}, sendBatch: async () => {} });
const quietService = testService(undefined, { MERGES: silent, DELIVERIES: silent });
const BOOK = new Uint8Array(50 * 1024 * 1024).fill(7);

let now: Date;
let drive: GoogleDriveStandIn;
beforeEach(() => {
  now = new Date();
  drive = new GoogleDriveStandIn();
});

/** Each piece takes 40 s: one is all that a try has the time for. */
function services() {
  const plain = faultyServices({ MERGES: silent, DELIVERIES: silent });
  return {
    ...plain,
    now: () => now,
    outbound: (hosts: readonly string[]) => ({
      ...plain.outbound(hosts),
      resolve: async () => [Uint8Array.of(93, 184, 216, 34)],
      transport: (async (input: string, init?: RequestInit) => {
        if (new Headers(init?.headers).has("content-range")) now = new Date(now.getTime() + 40_000);
        return await drive.transport(input, init);
      }) as typeof fetch,
    }),
  };
}

it("goes on from try to try, none of which counts, and arrives once", async () => {
  const { caller, call } = await newClient();
  const { workspaceId } = caller;
  const { store } = services();
  const html = { name: "Book", type: "html", output: "html", html: "<p>{$Name}</p>" };
  const { body } = await call("POST", "/api/documents", html);
  const account = { client_id: "app", client_secret: "client-secret", refresh_token: "refresh-1" };
  const settings = await sealSettings(testBox(workspaceId), "google_drive", account);
  const delivery = { kind: "google_drive", name: "", active: true, settings } as const;
  await store.deliveries.create(workspaceId, { documentId: Number(body.id) }, delivery, now);
  const response = await quietService(new URL(body.url).pathname, { method: "POST", body: "Name=Ann" });
  const runId = response.headers.get("x-run-id") ?? "";
  await executeQueued(services(), workspaceId, runId);
  const { blobKey } = present((await store.runs.files(workspaceId, runId))[0]);
  await env.FILES.put(blobKey, BOOK);
  const { id } = present((await store.outbox.ofRun(workspaceId, runId))[0]);
  const entry = async () => present(await store.outbox.byId(workspaceId, id));

  now = new Date(now.getTime() + 1_000);
  const pauses: number[] = [];
  for (let outcome = await attemptDelivery(services(), workspaceId, id); outcome.state === "again"; ) {
    pauses.push(outcome.at.getTime() - now.getTime());
    const { preview } = await entry();
    expect(preview).toMatchObject({ continued: pauses.length, upload: { file: "Book.html" } });
    expect(JSON.stringify(preview)).not.toContain("upload_id");
    now = outcome.at;
    outcome = await attemptDelivery(services(), workspaceId, id);
  }
  expect(await entry()).toMatchObject({ status: "done", tries: pauses.length + 1 });
  expect((await entry()).preview).not.toHaveProperty("upload");
  expect(pauses.length).toBeGreaterThan(4);
  expect(new Set(pauses)).toEqual(new Set([1_000]));
  expect(drive.paths).toEqual(["Book.html"]);
  expect(drive.bytesAt("Book.html").length).toBe(BOOK.length);
  const sent = drive.requests.filter(({ headers }) => /^bytes \d/.test(headers.get("content-range") ?? ""));
  expect(sent.reduce((sum, request) => sum + request.body.length, 0)).toBe(BOOK.length);
});
