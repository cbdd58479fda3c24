// Deliveries to real stores: Apache's WebDAV and Microsoft's emulator of Azure. Each request of a delivery is cut in each
// of its parts; then the next try has to end with the file, once and whole. `npm run tools -- stores`.
import assert from "node:assert/strict";
import { DeliveryError } from "../../src/delivery/delivery-error.ts";
import type { DeliveryContext, DeliveryReceipt } from "../../src/delivery/delivery-kind.ts";
import type { OutboundContext } from "../../src/delivery/outbound-context.ts";
import { azureStore } from "../../src/delivery/storage/azure-store.ts";
import type { FileStore } from "../../src/delivery/storage/file-store.ts";
import type { IfExists } from "../../src/delivery/storage/if-exists.ts";
import { storeFiles } from "../../src/delivery/storage/store-files.ts";
import { webdavStore } from "../../src/delivery/storage/webdav-store.ts";
import type { OutboxRecord } from "../../src/domain/delivery/outbox.ts";
import { standIn } from "../../src/domain/testing/stand-in.ts";
import { ConcurrencyGate } from "../../src/outbound/concurrency-gate.ts";
import { sha256Hex } from "../../src/store/sha256.ts";
import { LOGIN, startApache } from "./apache.ts";
import { ACCOUNT, CONTAINER, startAzurite } from "./azurite.ts";
import { CUTS, startFaultyProxy } from "./faulty-proxy.ts";

const outbound: OutboundContext = {
  policy: { resolve: async () => [], internalHosts: [], allowLoopback: true, gate: new ConcurrencyGate(4) },
  now: () => new Date(),
};
const LETTER = crypto.getRandomValues(new Uint8Array(60_000));
/** Goes in blocks. */
const BOOK = new Uint8Array(34 * 1024 * 1024).fill(7);

interface Attempt {
  path: string;
  bytes?: Uint8Array;
  ifExists?: IfExists;
  tries?: number;
}

/** One try. @returns the paths of what was stored, or why it was not */
async function tried(store: FileStore, { path, bytes = LETTER, ifExists = "number", tries = 1 }: Attempt) {
  const steps = path.split("/");
  const name = steps.pop() ?? "";
  const file = { name, mediaType: "application/pdf", sha256: await sha256Hex(bytes), blobKey: name };
  const context = standIn<DeliveryContext>({
    files: [file],
    run: { workspaceId: "w" },
    services: { store: { blobs: { get: async () => bytes } } },
  });
  const work = storeFiles(context, standIn<OutboxRecord>({ tries }), store, [{ folders: steps, name }], ifExists);
  return await work.catch((error: unknown) => {
    if (error instanceof DeliveryError) return error;
    throw error;
  });
}

const storedAs = (result: DeliveryReceipt | DeliveryError): unknown =>
  result instanceof DeliveryError ? result.message : result.notes?.stored;
const sentenceOf = (result: DeliveryReceipt | DeliveryError): string =>
  result instanceof DeliveryError ? (result.message.split("\n")[0] ?? "") : `stored: ${String(result.notes?.stored)}`;

interface RealStore {
  name: string;
  port: number;
  stored(): Map<string, Uint8Array> | Promise<Map<string, Uint8Array>>;
  open(port: number): FileStore;
  /** What the real server refuses, and how it is put. */
  refusals: readonly [what: string, open: (port: number) => FileStore, path: string, sentence: RegExp][];
}

let passed = 0;
async function check(name: string, work: () => Promise<void>): Promise<void> {
  await work();
  passed++;
  console.log(`ok ${name}`);
}

async function checkAccess({ name, port, stored, open, refusals }: RealStore): Promise<void> {
  const proxy = await startFaultyProxy({ port });
  const store = open(proxy.port);
  const isWhole = async (path: string, bytes: Uint8Array) => {
    const found = (await stored()).get(path);
    assert.equal(found && (await sha256Hex(found)), await sha256Hex(bytes));
  };

  await check(`${name}: signs in`, () => store.checkAccess());
  await check(`${name}: makes folders, and takes names of any kind`, async () => {
    const path = "Zoë & Söhne/2026 #1/a+b 100%?.pdf";
    assert.deepEqual(storedAs(await tried(store, { path })), [path]);
    assert.equal((await stored()).get(path)?.length, LETTER.length);
  });
  await check(`${name}: numbers, replaces, refuses`, async () => {
    const other = new Uint8Array(10);
    await tried(store, { path: "there.pdf" });
    assert.deepEqual(storedAs(await tried(store, { path: "there.pdf", bytes: other })), ["there (1).pdf"]);
    assert.deepEqual(storedAs(await tried(store, { path: "there.pdf", bytes: other, ifExists: "replace" })), [
      "there.pdf",
    ]);
    assert.equal((await stored()).get("there.pdf")?.length, 10);
    assert.match(sentenceOf(await tried(store, { path: "there.pdf", ifExists: "refuse" })), /already/);
  });
  await check(`${name}: a large file`, async () => {
    assert.deepEqual(storedAs(await tried(store, { path: "book.pdf", bytes: BOOK })), ["book.pdf"]);
    await isWhole("book.pdf", BOOK);
  });
  for (const [what, refusing, path, sentence] of refusals)
    await check(`${name}: ${what}`, async () =>
      assert.match(sentenceOf(await tried(refusing(port), { path })), sentence),
    );

  proxy.set(undefined);
  await tried(store, { path: "count/0/letter.pdf" });
  const requests = proxy.seen;
  for (const cut of CUTS)
    for (let at = 0; at < requests; at++)
      await check(`${name}: request ${at + 1} of ${requests} is cut (${cut})`, async () => {
        const path = `${cut}/${at}/letter.pdf`;
        proxy.set({ cut, at });
        const first = await tried(store, { path });
        assert.ok(first instanceof DeliveryError, sentenceOf(first));
        assert.equal(first.context.permanent, false);
        assert.match(sentenceOf(first), /did not answer/);
        proxy.set(undefined);
        assert.deepEqual(storedAs(await tried(store, { path, tries: 2 })), [path]);
        const inFolder = [...(await stored())].filter(([each]) => each.startsWith(`${cut}/${at}/`));
        assert.deepEqual(
          inFolder.map(([each, bytes]) => [each, bytes.length]),
          [[path, LETTER.length]],
        );
        await isWhole(path, LETTER);
      });
  proxy.close();
}

const webdavAt = (port: number, members: object = {}) =>
  webdavStore(outbound, { url: `http://127.0.0.1:${port}/`, ...LOGIN, ...members });
const azureAt = (port: number, members: object = {}) => {
  const endpoint = `http://127.0.0.1:${port}/${ACCOUNT.account}`;
  return azureStore(outbound, { endpoint, ...ACCOUNT, container: CONTAINER, sas: "", ...members });
};

const apache = await startApache();
const azurite = await startAzurite(outbound);
try {
  await checkAccess({
    name: "webdav (Apache)",
    port: apache.port,
    stored: apache.stored,
    open: webdavAt,
    refusals: [
      ["a wrong password", (port) => webdavAt(port, { password: "wrong" }), "a.pdf", /does not take user and password/],
      ["no right", webdavAt, "closed/a.pdf", /may not write/],
      ["too large", webdavAt, "small/a.pdf", /no file of this size/],
      [
        "no such folder",
        (port) => webdavAt(port, { url: `http://127.0.0.1:${port}/gone/` }),
        "a.pdf",
        /is not in the store/,
      ],
    ],
  });
  await checkAccess({
    name: "azure_blob (Azurite)",
    port: azurite.port,
    stored: azurite.stored,
    open: azureAt,
    refusals: [
      [
        "a wrong key",
        (port) => azureAt(port, { accountKey: btoa("wrong") }),
        "a.pdf",
        /does not take key or signature/,
      ],
      ["no such container", (port) => azureAt(port, { container: "gone" }), "a.pdf", /container is not in/],
    ],
  });
  console.log(`${passed} passed, 0 failed`);
} finally {
  await Promise.all([apache.stop(), azurite.stop()]);
}
