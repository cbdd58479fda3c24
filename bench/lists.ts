// How long the lists of the console take to answer in a workspace that holds 10,000 documents and 100,000 runs.
// `npm run bench -- lists`; with a folder, the state is made there and kept for another look: `npm run bench -- lists DIR`.
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { derivedId } from "../src/store/ids.ts";
import { documentTask } from "../src/store/testing/run-tasks.ts";
import { authorization, startService } from "../test/support/servers/measured-service.ts";

const DOCUMENTS = 10_000;
const RUNS = 100_000;
const FOLDERS = 50;
const ROUTES = 500;
const ROUNDS = 5;
/** What is not noticed as a wait. */
const LIMIT_MS = 200;
const DAY_MS = 24 * 60 * 60 * 1000;

const get = (base: string, address: string) => fetch(new URL(address, base), { headers: { authorization } });

/** The file that the local D1 keeps its rows in. */
function databaseFile(state: string): string {
  const found = fs
    .readdirSync(state, { recursive: true, encoding: "utf8" })
    .find((name) => /d1.*\.sqlite$/.test(name) && !name.endsWith("metadata.sqlite"));
  if (!found) throw new Error("The service has made no database.");

  return path.join(state, found);
}

/** Rows as the service itself would have written them over the last year. */
function seed(file: string): void {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA busy_timeout = 10000");
  const { id: workspace } = database.prepare("SELECT id FROM workspaces ORDER BY id LIMIT 1").get() as { id: string };
  const now = Date.now();
  const timeOf = (part: number): number => Math.round(now - 365 * DAY_MS * (1 - part));
  const insert = (table: string, row: Record<string, string | number | null>) => {
    const names = Object.keys(row);
    const known = statements.get(table);
    const statement =
      known ??
      database.prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`);
    statements.set(table, statement);
    statement.run(...Object.values(row));
  };
  const statements = new Map<string, ReturnType<DatabaseSync["prepare"]>>();

  database.exec("BEGIN");
  for (let index = 0; index < FOLDERS; index++)
    insert("folders", { id: `folder-${index}`, workspace_id: workspace, path: `Folder ${index}`, created_at: now });
  for (let index = 1; index <= DOCUMENTS; index++) {
    const at = timeOf(index / DOCUMENTS);
    const name = `${["Invoice", "Offer", "Contract", "Letter"][index % 4]} ${index}`;
    const type = ["html", "docx", "xlsx", "pdf"][index % 4] ?? "html";
    insert("documents", {
      id: index,
      workspace_id: workspace,
      key: `key-${index}`,
      key_sha256: `sha-${index}`,
      folder_id: index % 3 === 0 ? null : `folder-${index % FOLDERS}`,
      name,
      search_text: name.toLowerCase(),
      type,
      output: "pdf",
      version_id: `version-${index}`,
      created_at: at,
      updated_at: at,
    });
    insert("template_versions", {
      id: `version-${index}`,
      workspace_id: workspace,
      document_id: index,
      number: 1,
      blob_key: `blob-${index}`,
      sha256: "0",
      size_bytes: 5_000,
      created_at: at,
    });
  }
  for (let index = 1; index <= ROUTES; index++)
    insert("routes", {
      id: index,
      workspace_id: workspace,
      key: `key-${index}`,
      key_sha256: `route-sha-${index}`,
      name: `Route ${index}`,
      created_at: now,
      updated_at: now,
    });
  for (let index = 0; index < RUNS; index++) {
    const at = timeOf(index / RUNS);
    const id = derivedId(new Date(at), `run ${index}`);
    const documentId = 1 + ((index * 7_919) % DOCUMENTS);
    const status = index % 100 === 0 ? "failed" : "done";
    const versionId = `version-${documentId}`;
    const document = { ...documentTask(documentId).document, versionId };
    insert("runs", {
      id,
      workspace_id: workspace,
      document_id: documentId,
      version_id: versionId,
      source: index % 10 === 0 ? "api" : "merge",
      status,
      test: index % 10 === 0 ? 1 : 0,
      output: "pdf",
      options: JSON.stringify({ kind: "document", document }),
      request_id: `request-${index}`,
      tries: 1,
      accepted_at: at,
      started_at: at,
      finished_at: at + 300,
      timings: JSON.stringify({ load: 3, render: 250 }),
      fields: JSON.stringify({ found: ["Number"], missing: [], unused: [] }),
      problem: status === "failed" ? JSON.stringify({ code: "merge_failed", message: "It failed." }) : null,
    });
    const outboxId = derivedId(new Date(at), `outbox ${index}`);
    insert("outbox", {
      id: outboxId,
      workspace_id: workspace,
      run_id: id,
      delivery_id: `delivery-${documentId}`,
      kind: index % 2 === 0 ? "email" : "webhook",
      settings: "{}",
      target: `host-${index % 20}.example.com`,
      status: index % 200 === 0 ? "dead" : "done",
      preview: JSON.stringify({ to: "ann@example.com", subject: `Invoice ${index}` }),
      tries: 1,
      created_at: at,
      finished_at: at + 400,
    });
    insert("attempts", {
      id: derivedId(new Date(at), `attempt ${index}`),
      workspace_id: workspace,
      outbox_id: outboxId,
      number: 1,
      ok: index % 200 === 0 ? 0 : 1,
      response: "250 OK",
      started_at: at,
      finished_at: at + 100,
    });
  }
  database.exec("COMMIT");
  // What Cloudflare does automatically.
  database.exec("PRAGMA optimize=0x10002");
  database.close();
}

const since = new Date(Date.now() - 30 * DAY_MS).toISOString();
const longAgo = new Date(Date.now() - 300 * DAY_MS).toISOString();

/** Every list with every filter and order that its screen has. */
const ADDRESSES: readonly string[] = [
  ...["id", "-id", "name", "-name", "updated_at", "-updated_at"].map(
    (order) => `/api/documents?details=1&limit=100&order=${order}`,
  ),
  ...["type=docx", "output=pdf", "active=0", "search=invoice", "search=no-such-name", "folder=Folder+7"].flatMap(
    (filter) => [
      `/api/documents?details=1&limit=100&order=-updated_at&${filter}`,
      `/api/documents?details=1&limit=100&order=name&${filter}`,
    ],
  ),
  "/api/folders/documents",
  "/api/folders",
  ...["name", "-updated_at"].map((order) => `/api/routes?details=1&limit=100&order=${order}`),
  "/api/routes?details=1&limit=100&search=route+49",
  "/api/runs?limit=100",
  "/api/runs?limit=100&order=id",
  ...["document_id=77", "route_id=3", "status=failed", "status=accepted", "source=api", "source=batch"].map(
    (filter) => `/api/runs?limit=100&${filter}`,
  ),
  ...["test=1", "test=0", "request_id=request-5", "request_id=none", "code=merge_failed", "code=render_timeout"].map(
    (filter) => `/api/runs?limit=100&${filter}`,
  ),
  ...[`since=${since}`, `until=${longAgo}`, `since=${longAgo}&until=${since}&status=failed`].map(
    (filter) => `/api/runs?limit=100&${filter}`,
  ),
  `/api/runs?limit=100&status=failed&document_id=77`,
  `/api/runs?limit=100&test=1&source=merge`,
  "/api/deliveries?limit=100",
  ...["status=dead", "status=pending", "type=s3", "document_id=77", "delivery_id=delivery-9", "test=1"].map(
    (filter) => `/api/deliveries?limit=100&${filter}`,
  ),
  ...["target=host-3.example.com", "target=none", `until=${longAgo}`, `since=${since}`, "route_id=3"].map(
    (filter) => `/api/deliveries?limit=100&${filter}`,
  ),
  "/api/attempts?limit=100",
  ...["ok=0", `until=${longAgo}`].map((filter) => `/api/attempts?limit=100&${filter}`),
  ...["day", "month", "document"].map((by) => `/api/usage?by=${by}`),
  "/api/keys",
  "/api/account",
];

/** The address of the page in the middle of a list, by following cursors. */
async function middleOf(base: string, address: string, pages: number): Promise<string> {
  let at = address;
  for (let page = 0; page < pages; page++) {
    const response = await get(base, at);
    await response.arrayBuffer();
    const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
    if (!next) return at;
    at = next;
  }

  return at;
}

async function medianMs(base: string, address: string): Promise<{ median: number; status: number }> {
  const times: number[] = [];
  let status = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now();
    const response = await get(base, address);
    await response.arrayBuffer();
    times.push(performance.now() - begun);
    status = response.status;
  }

  return { median: times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0, status };
}

const kept = process.argv[2];
const { base, state, stop } = await startService({}, kept);
const isMade = fs.existsSync(path.join(state, "seeded"));
try {
  if (!isMade) {
    await get(base, "/api/account");
    const begun = Date.now();
    seed(databaseFile(state));
    fs.writeFileSync(path.join(state, "seeded"), "");
    console.log(`${DOCUMENTS} documents and ${RUNS} runs made in ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  }
  const addresses = [
    ...ADDRESSES,
    await middleOf(base, "/api/runs?limit=1000", 50),
    await middleOf(base, "/api/documents?details=1&limit=1000&order=name", 5),
    await middleOf(base, "/api/documents?details=1&limit=1000&order=-updated_at", 5),
    await middleOf(base, "/api/deliveries?limit=1000", 50),
  ].map((address) => address.replace("limit=1000", "limit=100"));
  const measured: { address: string; median: number; status: number }[] = [];
  for (const address of addresses) measured.push({ address, ...(await medianMs(base, address)) });
  measured.sort((a, b) => b.median - a.median);
  for (const { address, median, status } of measured)
    console.log(
      `${median.toFixed(0).padStart(6)} ms  ${status}  ${address.slice(0, 110)}${median > LIMIT_MS ? "  TOO SLOW" : ""}`,
    );
  const slow = measured.filter(({ median }) => median > LIMIT_MS).length;
  console.log(`${measured.length} lists, medians of ${ROUNDS}; ${slow} above ${LIMIT_MS} ms`);
  process.exitCode = slow > 0 || measured.some(({ status }) => status !== 200) ? 1 : 0;
} finally {
  await stop();
}
