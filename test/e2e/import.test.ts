import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createDocloom,
  type Docloom,
  type NewDelivery,
  type NewDocument,
} from "../../packages/docloom/src/client/docloom.ts";
import { pushSamples, readServiceSamples } from "../../packages/docloom/src/project/samples.ts";
import { comparePictures } from "../../packages/docloom/src/testing/compare-pictures.ts";
import { openPdf } from "../../packages/docloom/src/testing/pdf-file.ts";
import { builtCommandLine } from "../support/built-command-line.ts";
import { FIRST_CREDENTIALS } from "../support/servers/first-credentials.ts";
import { type WholeService, wholeService } from "../support/servers/whole-service.ts";
import { officeFile, pdfFile } from "../support/template-files.ts";

/** `npm run check:import` moves a whole company's service; a smaller one shows the same. */
const IS_FULL = process.env.IMPORT_SIZE === "full";
const FOLDERS = 12;
const [DOCUMENTS, ROUTES, RULES, DOCUMENT_DELIVERIES, ROUTE_DELIVERIES, COMPARED_MERGES] = IS_FULL
  ? [200, 30, 100, 100, 50, 50]
  : [15, 3, 10, 8, 4, 5];
const MAX_MS = IS_FULL ? 1_200_000 : 240_000;

const home = fs.mkdtempSync(path.join(os.tmpdir(), "docloom-import-"));
const servers: WholeService[] = [];
let main: string;
let from: Service;
let to: Service;

interface Service {
  url: string;
  docloom: Docloom;
}

async function startService(): Promise<Service> {
  const server = wholeService(FIRST_CREDENTIALS);
  servers.push(server);
  const { origin } = await server.listen();
  const { API_KEY: key, API_SECRET: secret } = FIRST_CREDENTIALS;
  return { url: origin, docloom: createDocloom({ baseUrl: origin, key, secret }) };
}

beforeAll(async () => {
  main = await builtCommandLine();
  from = await startService();
  to = await startService();
  await fill(from.docloom);
}, MAX_MS);
afterAll(async () => {
  for (const server of servers) await server.close();
  fs.rmSync(home, { recursive: true });
});

/** Half of them are in the other half. */
const folderOf = (index: number): string => {
  const number = index % FOLDERS;
  return `Folder ${Math.floor(number / 2) + 1}${number % 2 ? "/Inner" : ""}`;
};

function documentOf(index: number): NewDocument {
  const base = {
    name: `Document ${index % (DOCUMENTS - 10)}`,
    folder: folderOf(index),
    output_name: `Result ${index} of {$Name}`,
  };
  const text = `Number ${index} for {$Name}`;
  switch (index % 5) {
    case 1:
      return { ...base, type: "docx", file: officeFile("docx", text) };
    case 2:
      return { ...base, type: "xlsx", output: "xlsx", file: officeFile("xlsx", text) };
    case 3:
      return { ...base, type: "pptx", output: "pptx", file: officeFile("pptx", text) };
    case 4:
      return { ...base, type: "pdf", file: pdfFile() };
    default:
      return {
        ...base,
        type: "html",
        output: "pdf",
        html: `<h1>${text}</h1>`,
        size_width: 6,
        settings: { locale: "de", margins: 0.5, landscape: 1 },
        active: index % 20 === 0 ? "0" : "1",
      };
  }
}

function deliveryOf(index: number, routeId: string): NewDelivery {
  switch (index % 4) {
    case 1:
      return {
        type: "webhook",
        name: `Hook ${index}`,
        settings: { url: "https://example.com/{$Name}", json: 1, secret: "a-secret-of-many-words" },
      };
    case 2:
      return { type: "route", settings: { route_id: routeId } };
    case 3:
      return {
        type: "email",
        active: "0",
        settings: { to: "{$Email}", subject: `S ${index}`, security: "high", password: "secret-words" },
      };
    default:
      return { type: "email", settings: { to: "a@example.com", subject: `For {$Name} ${index}`, html: "<p>Hi</p>" } };
  }
}

async function fill(docloom: Docloom): Promise<void> {
  const { documents, routes, account } = docloom;
  const ids: string[] = [];
  for (let index = 0; index < DOCUMENTS; index++) ids.push((await documents.create(documentOf(index))).id);
  for (const [index, id] of ids.entries())
    if (index % 10 === 0) await pushSamples(docloom, id, new Map([["Long", { Name: "Ann", Index: index }]]));
  await account.createFolder("Empty");
  const routeIds: string[] = [];
  for (let index = 0; index < ROUTES; index++) {
    const count = Math.floor(RULES / ROUTES) + (index < RULES % ROUTES ? 1 : 0);
    const rules = Array.from({ length: count }, (_, rule) => ({
      ...(rule === 2
        ? { file: "https://example.com/{$File}.pdf" }
        : { document_id: ids[(index * 7 + rule) % ids.length] }),
      combine: rule % 2 ? 1 : 0,
      loop_field: rule === 1 ? "Items" : "",
      conditions: [{ field: "Total", exp: ">=", value: String(rule) }],
    }));
    routeIds.push(
      (
        await routes.create({
          name: `Route ${index}`,
          folder: folderOf(index),
          output_name: "All {$Name}",
          rules,
        } as never)
      ).id,
    );
  }
  for (let index = 0; index < DOCUMENT_DELIVERIES; index++)
    await documents.addDelivery(ids[index] ?? "", deliveryOf(index, routeIds[index % ROUTES] ?? ""));
  for (let index = 0; index < ROUTE_DELIVERIES; index++)
    await routes.addDelivery(routeIds[index % ROUTES] ?? "", deliveryOf(index, routeIds[(index + 1) % ROUTES] ?? ""));
}

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

function startImport(...options: string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const { API_KEY: key, API_SECRET: secret } = FIRST_CREDENTIALS;
  const child = spawn(process.execPath, [main, "import", "--from", from.url, "--json", ...options], {
    env: {
      PATH: process.env.PATH,
      XDG_STATE_HOME: home,
      XDG_CONFIG_HOME: home,
      ...{ DOCLOOM_URL: to.url, DOCLOOM_KEY: key, DOCLOOM_SECRET: secret },
      ...{ DOCLOOM_FROM_KEY: key, DOCLOOM_FROM_SECRET: secret },
    },
  });
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (said.stdout += chunk));
  child.stderr.on("data", (chunk) => (said.stderr += chunk));
  return { child, ended: new Promise((resolve) => child.once("close", (code) => resolve({ code, ...said }))) };
}

/** How many things of a kind the import has taken or begun to take: at the last one its request is on its way. */
function begun(kind: string): number {
  const folder = path.join(home, "docloom");
  const [journal] = fs.existsSync(folder)
    ? fs.readdirSync(folder).filter((name) => /^import-.*\.json$/.test(name))
    : [];
  return journal ? Object.keys(JSON.parse(fs.readFileSync(path.join(folder, journal), "utf8"))[kind]).length : 0;
}

function withoutIds({ id: _id, key: _key, url: _url, rules: _rules, ...route }: Record<string, unknown>) {
  const { created_at: _created, updated_at: _updated, ...members } = route;
  return members;
}

/** Everything that GET shows, with names in place of ids. */
async function contentOf(docloom: Docloom) {
  const { documents, routes, account } = docloom;
  const listed = await documents.list({ limit: 1_000 });
  const listedRoutes = await routes.list({ limit: 1_000 });
  const position = new Map(listed.map(({ id }, index) => [id, index]));
  const routePosition = new Map(listedRoutes.map(({ id }, index) => [id, index]));
  const deliveries = (all: { id: string; settings: Record<string, unknown> }[]) =>
    all.map(({ id: _, settings, ...delivery }) => {
      const { route_id: routeId } = settings;
      return { ...delivery, settings: typeof routeId === "string" ? { route: routePosition.get(routeId) } : settings };
    });
  return {
    documents: await Promise.all(
      listed.map(async ({ id, type }) => {
        const { id: _, key, url, ...members } = await documents.get(id);
        const file = type === "html" ? undefined : Buffer.from((await documents.file(id)).bytes).toString("base64");
        return {
          ...members,
          file,
          samples: await readServiceSamples(docloom, id),
          deliveries: deliveries(await documents.deliveries(id)),
        };
      }),
    ),
    routes: await Promise.all(
      listedRoutes.map(async ({ id }) => ({
        ...withoutIds(await routes.get(id, { details: 1 })),
        rules: (await routes.rules(id)).map(({ id: _, document_id, ...rule }) => ({
          ...rule,
          document: position.get(document_id ?? ""),
        })),
        deliveries: deliveries(await routes.deliveries(id)),
      })),
    ),
    folders: (await account.folders()).map(({ name, type }) => ({ name, type })),
  };
}

/** The same without members whose value is a mask: the import leaves webhooks without, mails with one to be replaced. */
function withoutMasked<T>(value: T): T;
function withoutMasked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withoutMasked(item));
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, withoutMasked(item)]));
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;

  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) => (item === "********" ? [] : [[name, withoutMasked(item)]])),
  );
}

describe("an import of a whole service", () => {
  it(
    "shows in a dry run what it would take, and changes nothing",
    async () => {
      const { code, stdout } = await startImport("--dry-run").ended;
      const { things: resources } = JSON.parse(stdout);
      expect(code).toBe(0);
      expect(resources.filter(({ action }: { action: string }) => action !== "planned")).toEqual([]);
      expect(resources.filter(({ kind }: { kind: string }) => kind === "delivery")).toHaveLength(
        DOCUMENT_DELIVERIES + ROUTE_DELIVERIES,
      );
      expect(resources.filter(({ kept_url }: { kept_url?: string }) => kept_url)).toHaveLength(DOCUMENTS + ROUTES);
      expect(await to.docloom.documents.list({})).toEqual([]);
    },
    MAX_MS,
  );

  it(
    "continues after it was killed, again and again, and takes nothing twice",
    async () => {
      let kills = 0;
      for (const [kind, wanted] of [
        ["document", Math.ceil(DOCUMENTS * 0.2)],
        ["document", Math.ceil(DOCUMENTS * 0.8)],
        ["route", 2],
        ["delivery", 3],
      ] as const) {
        const { child, ended } = startImport();
        while (begun(kind) < wanted && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 5));
        if (child.kill("SIGKILL")) kills++;
        await ended;
      }
      expect(kills).toBe(4);
      const { code, stdout, stderr } = await startImport("--report", path.join(home, "report.json")).ended;
      expect(stderr).toBe("");
      expect(code).toBe(0);
      const report = JSON.parse(stdout);
      expect(report.problems).toEqual([]);
      expect(JSON.parse(fs.readFileSync(path.join(home, "report.json"), "utf8"))).toEqual(report);
      // Every webhook and every mail under a password.
      expect(report.by_hand).toHaveLength((DOCUMENT_DELIVERIES + ROUTE_DELIVERIES) / 2);
      expect(await to.docloom.documents.list({ limit: 1_000 })).toHaveLength(DOCUMENTS);
    },
    MAX_MS,
  );

  it(
    "makes everything as it was",
    async () => {
      const [before, after] = await Promise.all([contentOf(from.docloom), contentOf(to.docloom)]);
      expect(before.documents).toHaveLength(DOCUMENTS);
      expect(before.folders.filter(({ name }) => /^Folder/.test(name))).toHaveLength(FOLDERS);
      expect(before.routes.flatMap(({ rules }) => rules)).toHaveLength(RULES);
      // Secrets are shown by no service: the report lists them as work by hand.
      expect(withoutMasked(after)).toEqual(withoutMasked(before));
    },
    MAX_MS,
  );

  it(
    "takes nothing if it is run once more, even without its journal",
    async () => {
      const othersThan = async (expected: string) => {
        const { code, stdout } = await startImport().ended;
        const { things: resources } = JSON.parse(stdout) as {
          things: { action: string; kind: string; from_url?: string; to_url?: string; kept_url?: string }[];
        };
        expect(code).toBe(0);
        // each address before, after and as it goes on, on every run
        const named = resources.filter(({ from_url, to_url, kept_url }) => from_url && to_url && kept_url);
        expect(named).toHaveLength(DOCUMENTS + ROUTES);
        return resources.filter(({ kind, action }) => kind !== "folder" && action !== expected);
      };
      expect(await othersThan("kept")).toEqual([]);
      fs.rmSync(path.join(home, "docloom"), { recursive: true });
      expect(await othersThan("adopted")).toEqual([]);
      expect(await to.docloom.documents.list({ limit: 1_000 })).toHaveLength(DOCUMENTS);
      expect(await to.docloom.routes.list({ limit: 1_000 })).toHaveLength(ROUTES);
    },
    MAX_MS,
  );

  it(
    "leaves the old addresses working with a change of host only, and tells of one that leads elsewhere",
    async () => {
      const [old] = await from.docloom.documents.list({ limit: 1 });
      const kept = (old?.url ?? "").replace(from.url, to.url);
      const file = await createDocloom({ baseUrl: to.url }).merge.now(kept, { Name: "Ann" }, { test: true });
      expect(file.bytes.byteLength).toBeGreaterThan(0);

      const listed = await to.docloom.documents.list({ limit: 1_000 });
      for (const { id } of listed)
        for (const address of await to.docloom.documents.formerAddresses(id))
          if (address.url === kept) await to.docloom.documents.deleteFormerAddress(id, address.id);
      const other = await to.docloom.documents.create({ name: "Elsewhere", type: "html", html: "<p>x</p>" });
      await to.docloom.documents.addFormerAddress(other.id, kept);
      const { code, stdout } = await startImport().ended;
      await to.docloom.documents.delete(other.id);
      expect(code).toBe(1);
      expect(JSON.parse(stdout).problems).toMatchObject([
        {
          kind: "document",
          from_id: old?.id,
          reason: expect.stringMatching(/leads to something else.*have to post to http/),
        },
      ]);
    },
    MAX_MS,
  );

  it(
    "merges to the same results",
    async () => {
      const data = { Name: "Ann", Email: "a@example.com" };
      const results = async ({ docloom }: Service) => {
        const listed = await docloom.documents.list({ limit: COMPARED_MERGES });
        const files = [];
        for (const { id } of listed) files.push(await docloom.merge.now({ document: id }, data, { test: true }));
        return files;
      };
      const [before, after] = [await results(from), await results(to)];
      for (const [index, file] of after.entries()) {
        const original = before[index];
        expect(file.name).toBe(original?.name);
        expect(file.mediaType).toBe(original?.mediaType);
        if (file.mediaType === "application/pdf")
          expect(await differenceOf(original?.bytes, file.bytes)).toBeLessThan(0.0005);
        else expect(Buffer.from(file.bytes).equals(original?.bytes ?? new Uint8Array())).toBe(true);
      }
      expect(after).toHaveLength(COMPARED_MERGES);
    },
    MAX_MS,
  );
});

/** Share of pixels of the first page that differ; 1 if texts or page counts do. */
async function differenceOf(one: Uint8Array | undefined, other: Uint8Array): Promise<number> {
  const [before, after] = [await openPdf(one ?? new Uint8Array()), await openPdf(other)];
  try {
    if (before.pageCount !== after.pageCount || (await before.text()) !== (await after.text())) return 1;
    return comparePictures(await before.picture(1, 48), await after.picture(1, 48)).difference;
  } finally {
    await before.close();
    await after.close();
  }
}
