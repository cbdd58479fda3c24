/**
 * How long the lists of the console take to answer in a workspace that holds 10,000 documents and 100,000 runs. With a folder,
 * the state is made there and kept for another look: `[DIR]`.
 */
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { present } from "../../src/domain/present.ts";
import { derivedId } from "../../src/store/ids.ts";
import { documentTask } from "../../src/store/testing/run-tasks.ts";
import { AUTHORIZATION } from "../../test/support/servers/first-credentials.ts";
import { startService } from "../../test/support/servers/measured-service.ts";
import { filesOf, line, median, pause, timed } from "../harness.ts";
import { rowWriter } from "../row-writer.ts";

const DOCUMENTS = 10_000;
const RUNS = 100_000;
const FOLDERS = 50;
const ROUTES = 500;
const ROUNDS = 5;
/** What is not noticed as a wait. */
const LIMIT_MS = 200;
const DAY_MS = 24 * 60 * 60 * 1000;

type Row = Record<string, string | number | null>;

/** Rows as the service itself would have written them over the last year. */
function* rowsOfYear(): Generator<readonly [table: string, row: Row]> {
  const now = Date.now();
  const timeOf = (part: number): number => Math.round(now - 365 * DAY_MS * (1 - part));
  const keys = (index: number) => ({ key: `key-${index}`, key_sha256: `sha-${index}` });
  for (let index = 0; index < FOLDERS; index++)
    yield ["folders", { id: `folder-${index}`, path: `Folder ${index}`, created_at: now }];
  for (let id = 1; id <= DOCUMENTS; id++) {
    const at = timeOf(id / DOCUMENTS);
    const name = `${["Invoice", "Offer", "Contract", "Letter"][id % 4]} ${id}`;
    const type = ["html", "docx", "xlsx", "pdf"][id % 4] ?? "html";
    const version_id = `version-${id}`;
    const folder_id = id % 3 === 0 ? null : `folder-${id % FOLDERS}`;
    const texts = { name, search_text: name.toLowerCase(), type, output: "pdf" };
    yield ["documents", { id, ...keys(id), folder_id, ...texts, version_id, created_at: at, updated_at: at }];
    const file = { blob_key: `blob-${id}`, sha256: "0", size_bytes: 5_000 };
    yield ["template_versions", { id: version_id, document_id: id, number: 1, ...file, created_at: at }];
  }
  for (let id = 1; id <= ROUTES; id++)
    yield ["routes", { id, ...keys(id), name: `Route ${id}`, created_at: now, updated_at: now }];
  for (let index = 0; index < RUNS; index++) {
    const at = timeOf(index / RUNS);
    const [id, outbox_id, attempt] = ["run", "outbox", "attempt"].map((what) =>
      derivedId(new Date(at), `${what} ${index}`),
    ) as [string, string, string];
    const document_id = 1 + ((index * 7_919) % DOCUMENTS);
    const version_id = `version-${document_id}`;
    const isFailed = index % 100 === 0;
    const isTest = index % 10 === 0;
    const isDead = index % 200 === 0;
    const document = { ...documentTask(document_id).document, versionId: version_id };
    yield [
      "runs",
      {
        ...{ id, document_id, version_id, source: isTest ? "api" : "merge", test: isTest ? 1 : 0, output: "pdf" },
        ...{ status: isFailed ? "failed" : "done", options: JSON.stringify({ kind: "document", document }) },
        ...{ request_id: `request-${index}`, tries: 1, accepted_at: at, started_at: at, finished_at: at + 300 },
        timings: JSON.stringify({ load: 3, render: 250 }),
        fields: JSON.stringify({ found: ["Number"], missing: [], unused: [] }),
        problem: isFailed ? JSON.stringify({ code: "merge_failed", message: "It failed." }) : null,
      },
    ];
    yield [
      "outbox",
      {
        ...{ id: outbox_id, run_id: id, delivery_id: `delivery-${document_id}`, settings: "{}", tries: 1 },
        ...{ kind: index % 2 === 0 ? "email" : "webhook", target: `host-${index % 20}.example.com` },
        ...{ status: isDead ? "dead" : "done", created_at: at, finished_at: at + 400 },
        preview: JSON.stringify({ to: "ann@example.com", subject: `Invoice ${index}` }),
      },
    ];
    const outcome = { ok: isDead ? 0 : 1, response: "250 OK", started_at: at, finished_at: at + 100 };
    yield ["attempts", { id: attempt, outbox_id, number: 1, ...outcome }];
  }
}

function seed(file: string): void {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA busy_timeout = 10000");
  const { id: workspace_id } = database.prepare("SELECT id FROM workspaces ORDER BY id LIMIT 1").get() as Row;
  const write = rowWriter(database);
  database.exec("BEGIN");
  for (const [table, members] of rowsOfYear()) {
    write(table, { ...members, workspace_id: workspace_id ?? null });
  }
  database.exec("COMMIT");
  // What Cloudflare does automatically.
  database.exec("PRAGMA optimize=0x10002");
  database.close();
}

const since = new Date(Date.now() - 30 * DAY_MS).toISOString();
const longAgo = new Date(Date.now() - 300 * DAY_MS).toISOString();
const filtered = (list: string, filters: string): string[] => filters.split(" ").map((filter) => `${list}&${filter}`);

const DOCUMENT_LIST = "/api/documents?details=1&limit=100";
const ROUTE_LIST = "/api/routes?details=1&limit=100";
const DOCUMENT_FILTERS = "type=docx output=pdf active=0 search=invoice search=no-such-name folder=Folder+7";
/** Every list with every filter and order that its screen has. */
const ADDRESSES: readonly string[] = [
  ...filtered(DOCUMENT_LIST, "order=id order=-id order=name order=-name order=updated_at order=-updated_at"),
  ...filtered(`${DOCUMENT_LIST}&order=-updated_at`, DOCUMENT_FILTERS),
  ...filtered(`${DOCUMENT_LIST}&order=name`, DOCUMENT_FILTERS),
  "/api/folders/documents",
  "/api/folders",
  ...filtered(ROUTE_LIST, "order=name order=-updated_at search=route+49"),
  "/api/runs?limit=100",
  ...filtered("/api/runs?limit=100", "order=id document_id=77 route_id=3 status=failed status=accepted source=api"),
  ...filtered("/api/runs?limit=100", "source=batch test=1 test=0 request_id=request-5 request_id=none"),
  ...filtered("/api/runs?limit=100", `code=merge_failed code=render_timeout since=${since} until=${longAgo}`),
  ...filtered("/api/runs?limit=100", `since=${longAgo}&until=${since}&status=failed status=failed&document_id=77`),
  "/api/runs?limit=100&test=1&source=merge",
  "/api/deliveries?limit=100",
  ...filtered("/api/deliveries?limit=100", "status=dead status=pending type=s3 document_id=77 test=1 route_id=3"),
  ...filtered("/api/deliveries?limit=100", "delivery_id=delivery-9 target=host-3.example.com target=none"),
  ...filtered("/api/deliveries?limit=100", `until=${longAgo} since=${since}`),
  "/api/attempts?limit=100",
  ...filtered("/api/attempts?limit=100", `ok=0 until=${longAgo}`),
  ...["day", "month", "document"].map((by) => `/api/usage?by=${by}`),
  "/api/keys",
  "/api/account",
];
/** A page in the middle of a list is found by so many cursors. */
const MIDDLES: readonly (readonly [address: string, pages: number])[] = [
  ["/api/runs?limit=1000", 50],
  ["/api/documents?details=1&limit=1000&order=name", 5],
  ["/api/documents?details=1&limit=1000&order=-updated_at", 5],
  ["/api/deliveries?limit=1000", 50],
];

export async function run([kept]: readonly string[]): Promise<boolean> {
  const { base, state, stop } = await startService({}, kept);
  const get = async (address: string) => {
    const response = await fetch(new URL(address, base), { headers: { authorization: AUTHORIZATION } });
    await response.arrayBuffer();
    return response;
  };
  const middleOf = async (address: string, pages: number) => {
    let at = address;
    for (let page = 0; page < pages; page++) {
      const next = /<([^>]+)>;\s*rel="next"/.exec((await get(at)).headers.get("link") ?? "")?.[1];
      if (!next) break;
      at = next;
    }
    return at.replace("limit=1000", "limit=100");
  };
  try {
    if (!fs.existsSync(path.join(state, "seeded"))) {
      await get("/api/account");
      const file = filesOf(state, /\.sqlite$/).find((name) => /d1/.test(name) && !name.endsWith("metadata.sqlite"));
      const ms = await timed(() => seed(present(file)));
      fs.writeFileSync(path.join(state, "seeded"), "");
      // The connection that ended meanwhile is seen to have.
      await pause(100);
      console.log(`${DOCUMENTS} documents and ${RUNS} runs made in ${(ms / 1_000).toFixed(1)} s`);
    }
    const addresses = [...ADDRESSES];
    for (const [address, pages] of MIDDLES) addresses.push(await middleOf(address, pages));
    const measured: { address: string; ms: number; status: number }[] = [];
    for (const address of addresses) {
      let status = 0;
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++)
        times.push(
          await timed(async () => {
            status = (await get(address)).status;
          }),
        );
      measured.push({ address, ms: median(times), status });
    }
    for (const { address, ms, status } of measured.sort((a, b) => b.ms - a.ms))
      line([ms, 6], ["ms", 2], [status, 5], [address.slice(0, 110), 1], [ms > LIMIT_MS ? "TOO SLOW" : "", 1]);
    const slow = measured.filter(({ ms }) => ms > LIMIT_MS).length;
    console.log(`${measured.length} lists, medians of ${ROUNDS}; ${slow} above ${LIMIT_MS} ms`);
    return slow === 0 && measured.every(({ status }) => status === 200);
  } finally {
    await stop();
  }
}
