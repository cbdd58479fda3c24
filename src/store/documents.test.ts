import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { InspectedField } from "../domain/document.ts";
import { present } from "../domain/present.ts";
import { openStored } from "../domain/testing/settings.ts";
import type { InspectedTemplate, NewDocument } from "./documents.ts";
import { createStore } from "./store.ts";

const store = createStore(env);
const now = new Date("2026-03-04T05:06:07.000Z");
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);

const field = (name: string): InspectedField => ({ name, type: "text", required: true, occurrences: [] });
const template = (text: string, ...names: string[]): InspectedTemplate => ({
  warnings: [],
  bytes: new TextEncoder().encode(text),
  fields: names.map(field),
});
const newDocument: NewDocument = {
  name: "Invoice",
  type: "html",
  output: "pdf",
  outputName: "",
  folder: "",
  sizeWidth: "8.5",
  sizeHeight: "11",
  active: true,
  settings: {},
};

let workspaceId: string;
let other: string;
beforeAll(async () => {
  workspaceId = (await store.control.workspaces.create("documents", now)).id;
  other = (await store.control.workspaces.create("other", now)).id;
});

const create = (changes: Partial<NewDocument> = {}, text = "Hi {$Name}", ...names: string[]) =>
  store.documents.create(workspaceId, { ...newDocument, ...changes }, template(text, ...names), [], now);
const bytesOf = async (blobKey: string) => new TextDecoder().decode(await store.blobs.get(workspaceId, blobKey));
const fieldNames = async (id: number) => (await store.fields.ofDocument(workspaceId, id)).map(({ name }) => name);
const folderPaths = async () => (await store.folders.list(workspaceId)).map(({ path }) => path);

describe("documents", () => {
  it("writes a document with folder, version, fields and deliveries at once", async () => {
    const document = await store.documents.create(
      workspaceId,
      { ...newDocument, folder: "A/B/C" },
      template("Hi {$Name} {$Total}", "Name", "Total"),
      [{ kind: "email", name: "", active: true, settings: openStored({ to: "a@example.com" }) }],
      now,
    );

    expect(document).toMatchObject({ ...newDocument, folder: "A/B/C", revision: 1, createdAt: now });
    expect(document.key).toMatch(/^[\w-]{32}$/);
    expect(document.version).toMatchObject({ number: 1, documentId: document.id, sizeBytes: 19 });
    expect(document.version.blobKey).toContain(`t/${workspaceId}/${document.version.sha256}/`);
    expect(await bytesOf(document.version.blobKey)).toBe("Hi {$Name} {$Total}");
    expect(await fieldNames(document.id)).toEqual(["Name", "Total"]);
    expect(await store.deliveries.list(workspaceId, { documentId: document.id })).toMatchObject([
      { kind: "email", active: true, settings: { to: "a@example.com" } },
    ]);
    expect(await folderPaths()).toEqual(expect.arrayContaining(["A", "A/B", "A/B/C"]));
  });

  it("gives ids that grow and keys that differ", async () => {
    const first = await create();
    const second = await create();
    expect(second.id).toBeGreaterThan(first.id);
    expect(second.key).not.toBe(first.key);
  });

  it("changes only what is given", async () => {
    const document = await create({ folder: "Keep", settings: { locale: "de-DE", landscape: true } });
    const updated = await store.documents.update(
      workspaceId,
      document.id,
      1,
      { name: "Bill", settings: { landscape: null, currency: "EUR" } },
      undefined,
      later(1),
    );

    expect(updated).toEqual({
      ...document,
      name: "Bill",
      settings: { locale: "de-DE", currency: "EUR" },
      revision: 2,
      updatedAt: later(1),
    });
  });

  it("replaces a setting that is an object as a whole", async () => {
    const signature = { identity: "seal", reason: "Approved", level: "b-b" as const };
    const { id } = await create({ settings: { signature, locale: "de-DE" } });
    const changed = { signature: { identity: "other" } };
    const updated = await store.documents.update(workspaceId, id, 1, { settings: changed }, undefined, later(1));
    expect(updated?.settings).toEqual({ ...changed, locale: "de-DE" });
  });

  it("keeps every template version and points to the new one", async () => {
    const document = await create({}, "one", "Name");
    const second = await store.documents.update(workspaceId, document.id, 1, {}, template("two", "Other"), later(1));
    expect(second?.version).toMatchObject({ number: 2, sizeBytes: 3, createdAt: later(1) });
    expect(await fieldNames(document.id)).toEqual(["Other"]);

    const restored = await store.documents.update(
      workspaceId,
      document.id,
      2,
      {},
      { restore: 1, warnings: [], fields: [field("Name")] },
      later(2),
    );
    expect(restored?.version).toMatchObject({ number: 3, restoredFrom: 1, blobKey: document.version.blobKey });
    expect(await fieldNames(document.id)).toEqual(["Name"]);
    expect(
      (await store.versions.ofDocument(workspaceId, document.id, { limit: 9 })).map(({ number }) => number),
    ).toEqual([1, 2, 3]);
    expect(await bytesOf(present(await store.versions.byNumber(workspaceId, document.id, 2)).blobKey)).toBe("two");
  });

  it("changes nothing at all if the revision is another one", async () => {
    const document = await create({}, "one", "Name");
    const update = () => store.documents.update(workspaceId, document.id, 1, {}, template("two", "Two"), later(1));
    const outcomes = await Promise.all([update(), update()]);

    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await store.versions.ofDocument(workspaceId, document.id, { limit: 9 })).toHaveLength(2);
    expect(await fieldNames(document.id)).toEqual(["Two"]);
    expect(await store.documents.byId(workspaceId, document.id)).toMatchObject({ revision: 2 });
  });

  it("refuses to restore a version that does not exist", async () => {
    const document = await create();
    const restored = await store.documents.update(
      workspaceId,
      document.id,
      1,
      {},
      { restore: 9, fields: [], warnings: [] },
      now,
    );
    expect(restored).toBeUndefined();
    expect(await store.documents.byId(workspaceId, document.id)).toEqual(document);
  });

  it("stores thousands of fields, in order", async () => {
    const names = Array.from({ length: 4_000 }, (_, index) => `Field${index}${"x".repeat(200)}`);
    const document = await create({}, "large", ...names);
    expect(await fieldNames(document.id)).toEqual(names);
  });

  it("gives a field the same key in every version and copy", async () => {
    const document = await create({}, "one", "Name");
    const [before] = await store.fields.ofDocument(workspaceId, document.id);
    await store.documents.update(workspaceId, document.id, 1, {}, template("two", "First", "Name"), now);
    const after = await store.fields.ofDocument(workspaceId, document.id);

    expect(before?.key).toMatch(/^[\w-]{22}$/);
    expect(after[1]).toEqual(before);
    expect(after[0]?.key).not.toBe(before?.key);
  });

  it("finds a document by its merge address, and none by half of it", async () => {
    const document = await create();
    const another = await create();
    expect(await store.lookUps.documents.byMergeAddress(document.id, document.key)).toMatchObject(document);
    expect(await store.lookUps.documents.byMergeAddress(another.id, document.key)).toBeUndefined();
    expect(await store.lookUps.documents.byMergeAddress(document.id, another.key)).toBeUndefined();
    expect(await store.lookUps.documents.byMergeAddress(-1, "")).toBeUndefined();
  });

  it("lists by page, part of the name and folder", async () => {
    const folder = "List/Here";
    const ids: number[] = [];
    for (const name of ["Ängstliche Rechnung", "100% _Angebot_", "Mahnung"])
      ids.push((await create({ name, folder })).id);
    const folderIds = await store.folders.idsOf(workspaceId, folder);
    const search = async (term: string) =>
      (await store.documents.list(workspaceId, { search: term, folderIds }, { limit: 9 })).map(({ id }) => id);

    expect(await search("äNGST")).toEqual([ids[0]]);
    expect(await search("% _")).toEqual([ids[1]]);
    expect(await search("nung")).toEqual(ids.filter((_, index) => index !== 1));
    expect(await search("nothing like that")).toEqual([]);
    const page = await store.documents.list(workspaceId, { folderIds }, { limit: 1, after: { id: String(ids[0]) } });
    expect(page.map(({ id }) => id)).toEqual([ids[1]]);
  });

  it("copies template, settings, fields and deliveries under a new address", async () => {
    const document = await create(
      { folder: "Copy", settings: { locale: "fr-FR" }, outputName: "{$Name}" },
      "c",
      "Name",
    );
    for (const name of ["first", "second"]) {
      const delivery = {
        kind: "webhook",
        name,
        active: true,
        settings: openStored({ url: "https://example.com" }),
      } as const;
      await store.deliveries.create(workspaceId, { documentId: document.id }, delivery, now);
    }
    await store.documents.update(workspaceId, document.id, 1, {}, template("newer", "Newer"), now);

    const copy = await store.documents.copy(workspaceId, document.id, "Twin", later(5));
    expect(copy).toMatchObject({ name: "Twin", folder: "Copy", settings: { locale: "fr-FR" }, outputName: "{$Name}" });
    expect(copy?.id).not.toBe(document.id);
    expect(copy?.key).not.toBe(document.key);
    expect(copy?.version).toMatchObject({ number: 1, documentId: copy?.id });
    expect(await bytesOf(present(copy).version.blobKey)).toBe("newer");
    expect(await fieldNames(present(copy).id)).toEqual(["Newer"]);

    const copied = await store.deliveries.list(workspaceId, { documentId: present(copy).id });
    expect(copied.map(({ name }) => name)).toEqual(["first", "second"]);
    expect(await store.deliveries.list(workspaceId, { documentId: document.id })).toHaveLength(2);
  });

  it("hides a deleted document, but not from the run that pinned it", async () => {
    const document = await create({}, "one", "Name");
    expect(await store.documents.delete(workspaceId, document.id, undefined, now)).toBe(true);
    expect(await store.documents.delete(workspaceId, document.id, undefined, now)).toBe(false);

    expect(await store.documents.byId(workspaceId, document.id)).toBeUndefined();
    expect(await store.lookUps.documents.byMergeAddress(document.id, document.key)).toBeUndefined();
    expect(await store.documents.copy(workspaceId, document.id, "x", now)).toBeUndefined();
    expect(await fieldNames(document.id)).toEqual([]);
    expect(await store.documents.ofRun(workspaceId, document.id)).toMatchObject({ id: document.id, name: "Invoice" });
    expect(await store.versions.byId(workspaceId, document.version.id)).toEqual(document.version);
  });

  it("deletes only the revision that was named", async () => {
    const document = await create();
    expect(await store.documents.delete(workspaceId, document.id, 2, now)).toBe(false);
    expect(await store.documents.delete(workspaceId, document.id, 1, now)).toBe(true);
  });

  it("shows and gives another workspace nothing", async () => {
    const document = await create({ folder: "Secret" }, "secret", "Name");
    const { id, version } = document;
    const delivery = { kind: "email", name: "", active: true, settings: openStored({}) } as const;
    const { id: deliveryId } = await store.deliveries.create(workspaceId, { documentId: id }, delivery, now);

    expect(await store.documents.byId(other, id)).toBeUndefined();
    expect(await store.documents.ofRun(other, id)).toBeUndefined();
    expect(await store.documents.update(other, id, 1, { name: "x" }, template("x", "x"), now)).toBeUndefined();
    expect(await store.documents.copy(other, id, "x", now)).toBeUndefined();
    expect(await store.documents.delete(other, id, undefined, now)).toBe(false);
    expect(await store.documents.list(other, {}, { limit: 9 })).toEqual([]);
    expect(await store.fields.ofDocument(other, id)).toEqual([]);
    expect(await store.versions.ofDocument(other, id, { limit: 9 })).toEqual([]);
    expect(await store.versions.byNumber(other, id, 1)).toBeUndefined();
    expect(await store.versions.byId(other, version.id)).toBeUndefined();
    expect(await store.blobs.get(other, version.blobKey)).toBeUndefined();
    expect(await store.blobs.getStream(other, version.blobKey)).toBeUndefined();
    expect(await store.folders.idOf(other, "Secret")).toBeUndefined();
    expect(await store.folders.list(other)).toEqual([]);
    expect(await store.deliveries.list(other, { documentId: id })).toEqual([]);
    expect(await store.deliveries.byId(other, { documentId: id }, deliveryId)).toBeUndefined();
    expect(
      await store.deliveries.update(
        other,
        { documentId: id },
        deliveryId,
        { name: "x" },
        { revision: undefined, approval: undefined },
        now,
      ),
    ).toBeUndefined();
    expect(await store.deliveries.delete(other, { documentId: id }, deliveryId, undefined, now)).toBe(false);
    expect(await store.documents.byId(workspaceId, id)).toEqual(document);
    expect(await fieldNames(id)).toEqual(["Name"]);
  });

  it("leaves no row if the bytes cannot be written, and only bytes to sweep if the rows cannot", async () => {
    const failing = (target: object, member: string) =>
      new Proxy(target, {
        get(object, name) {
          const value = Reflect.get(object, name);
          if (name === member) return () => Promise.reject(new Error(`${member} failed`));
          return typeof value === "function" ? value.bind(object) : value;
        },
      });
    const create = (bindings: object) =>
      createStore({ ...env, ...bindings }).documents.create(
        workspaceId,
        { ...newDocument, name: "Fault", folder: "Fault" },
        template("fault", "Name"),
        [],
        now,
      );
    const rows = async () => ({
      documents: await store.documents.list(workspaceId, { search: "fault" }, { limit: 9 }),
      folder: await store.folders.idOf(workspaceId, "Fault"),
    });

    await expect(create({ FILES: failing(env.FILES, "put") })).rejects.toThrow("put failed");
    await expect(create({ DB: failing(env.DB, "batch") })).rejects.toThrow("batch failed");
    expect(await rows()).toEqual({ documents: [], folder: undefined });
    expect((await create({})).name).toBe("Fault");
  });
});
