import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { present } from "../domain/present.ts";
import { standIn } from "../domain/testing/stand-in.ts";
import { failing } from "../merge/testing/faulty-services.ts";
import { BLOB_GRACE_MS } from "./garbage.ts";
import { packsOf, placeOf } from "./packs.ts";
import { createStore } from "./store.ts";
import { documentTask, NO_RESULT } from "./testing/run-tasks.ts";

const store = createStore(env);
const now = new Date();
const HOUR_MS = 60 * 60 * 1000;
/** Old enough for everything that is written in this test. */
const grown = () => new Date(Date.now() + BLOB_GRACE_MS + 60_000);

let workspaceId: string;
beforeAll(async () => {
  // a sweep takes small steps through everything: leftovers of other tests would be swept first
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
});
beforeEach(async () => {
  workspaceId = (await store.control.workspaces.create("packs", now)).id;
});

const CONTENTS = ["first file", "second", "the third one"];
const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = async (key: string) => {
  const bytes = await store.blobs.get(workspaceId, key);
  return bytes && new TextDecoder().decode(bytes);
};

/** A run of a route with a part for each content but the last, which only the route has; the route has all but the first. */
async function packedRoute() {
  const newRun = { task: documentTask(), source: "route", test: false, requestId: "r", askedBy: undefined } as const;
  const { run, lease } = await store.runs.acceptAndStart(workspaceId, newRun, now);
  const keys = await store.blobs.putResults(workspaceId, run.id, CONTENTS.map(bytesOf));
  const files = keys.map((blobKey, index) => ({
    name: `${index}.txt`,
    mediaType: "text/plain",
    sizeBytes: present(CONTENTS[index]).length,
    sha256: String(index),
    blobKey,
  }));
  const parts = files.slice(0, -1).map((file, index) => ({
    run: { ...newRun, id: `${run.id}-00${index + 1}`, parentId: run.id },
    result: { ...NO_RESULT, files: [file] },
    deliveries: [],
  }));
  await store.runs.finish(workspaceId, run.id, { lease, result: { ...NO_RESULT, files: files.slice(1) }, parts, now });
  const { object } = placeOf(present(keys[0]));
  return { id: run.id, keys, object };
}

const raw = async (object: string) => {
  const blob = await env.FILES.get(object);
  return blob && (await blob.text());
};

const purge = (runId: string, purging = store) => purging.garbage.purge(workspaceId, { runId }, new Date());

describe("files in one object", () => {
  it("are read like any others: whole, as streams, in pieces, and by nobody else", async () => {
    const { keys, object } = await packedRoute();
    expect(new Set(keys.map((key) => placeOf(key).object))).toEqual(new Set([object]));
    expect(await Promise.all(keys.map(textOf))).toEqual(CONTENTS);
    const second = present(keys[1]);
    const stream = present(await store.blobs.getStream(workspaceId, second));
    expect([stream.sizeBytes, await new Response(stream.body).text()]).toEqual([6, "second"]);
    expect((await store.blobs.digest(workspaceId, second)).sizeBytes).toBe(6);
    const ranges = present(await store.blobs.ranges(workspaceId, second));
    expect([ranges.size, new TextDecoder().decode(await ranges.read(3, 100))]).toEqual([6, "ond"]);
    expect(await store.blobs.get("another", second)).toBeUndefined();
  });

  it("are read together, in one piece for each object, wherever each is in it", async () => {
    const { keys } = await packedRoute();
    const [alone = ""] = await store.blobs.putResults(workspaceId, "r", [bytesOf("alone")]);
    const reads: string[] = [];
    const FILES = standIn<R2Bucket>({
      get: (key: string, options?: R2GetOptions) => {
        reads.push(`${key} ${JSON.stringify(options?.range ?? null)}`);
        return env.FILES.get(key, options);
      },
    });
    const { blobs } = createStore({ ...env, FILES });
    const [first = "", second = "", third = ""] = keys;
    const asked = [third, alone, second, `r/${workspaceId}/none`];
    const found = await blobs.getAll(workspaceId, asked);
    expect(found.map((bytes) => bytes && new TextDecoder().decode(bytes))).toEqual([
      "the third one",
      "alone",
      "second",
      undefined,
    ]);
    expect(reads).toEqual([
      `${placeOf(first).object} {"offset":10,"length":19}`,
      `${alone} null`,
      `r/${workspaceId}/none null`,
    ]);
    expect(await blobs.getAll("another", [first, alone])).toEqual([undefined, undefined]);
  });

  it("are few objects of bounded size; a large one, an empty one, and one alone, is an object by itself", async () => {
    const mebibytes = (size: number) => new Uint8Array(size * 1024 * 1024);
    const packs = packsOf([mebibytes(5), mebibytes(3), mebibytes(1), mebibytes(20), mebibytes(1)]);
    expect(packs.map((pack) => pack.length)).toEqual([2, 1, 1, 1]);
    const [key] = await store.blobs.putResults(workspaceId, "r", [bytesOf("alone")]);
    expect([placeOf(present(key)).part, await textOf(present(key))]).toEqual([undefined, "alone"]);
    expect(await store.blobs.putResults(workspaceId, "r", [])).toEqual([]);
    const mixed = await store.blobs.putResults(workspaceId, "r", ["a", "", "b", "c"].map(bytesOf));
    expect(await Promise.all(mixed.map(textOf))).toEqual(["a", "", "b", "c"]);
  });

  it("stay while one run names them; what none does is gone from the object", async () => {
    const { id, keys, object } = await packedRoute();
    await purge(`${id}-001`);
    expect(await raw(object)).toBe(`${"\0".repeat(10)}secondthe third one`);
    await purge(`${id}-002`);
    expect(await textOf(present(keys[1]))).toBe("second");
    await purge(id);
    expect(await raw(object)).toBeNull();
  });

  it("go with the route's run, which takes its parts along", async () => {
    const { id, object } = await packedRoute();
    await env.DB.prepare("update runs set source = 'route', kind = 'document' where parent_id = ?").bind(id).run();
    await purge(id);
    expect(await raw(object)).toBeNull();
  });

  it.each(["get", "put"] as const)(
    "are blanked by the sweep if whoever removes a row dies at the %s",
    async (method) => {
      const { id, object } = await packedRoute();
      const dying = createStore({ ...env, FILES: failing(env.FILES, method, () => true) });
      await expect(purge(`${id}-001`, dying)).rejects.toThrow(`${method} failed`);
      expect(await raw(object)).toBe(CONTENTS.join(""));
      for (let step = 0; step < 3; step++) await store.upkeep.garbage.sweep(grown());
      expect(await raw(object)).toBe(`${"\0".repeat(10)}secondthe third one`);
    },
  );

  it("are blanked for both when two rows go at once", async () => {
    const { id, object, keys } = await packedRoute();
    await env.DB.prepare("delete from run_files where run_id = ? and blob_key = ?").bind(id, keys[1]).run();
    await Promise.all([purge(`${id}-001`), purge(`${id}-002`)]);
    expect(await raw(object)).toBe(`${"\0".repeat(16)}the third one`);
  });

  it("are swept if no row ever named them, and not while one does", async () => {
    const { object } = await packedRoute();
    const [lost = ""] = await store.blobs.putResults(workspaceId, "died", CONTENTS.map(bytesOf));
    for (let step = 0; step < 3; step++) await store.upkeep.garbage.sweep(grown());
    expect([await raw(placeOf(lost).object), await raw(object)]).toEqual([null, CONTENTS.join("")]);
  });

  it("may be data that are too large for rows: they go with their runs, too", async () => {
    const newRun = { task: documentTask(), source: "route", test: false, requestId: "r", askedBy: undefined } as const;
    const { run, lease } = await store.runs.acceptAndStart(workspaceId, newRun, now);
    const data = ["a", "b"].map((letter) => JSON.stringify({ Name: letter.repeat(70_000) }));
    const parts = data.map((json, index) => ({
      run: {
        ...newRun,
        id: `${run.id}-00${index + 1}`,
        parentId: run.id,
        data: json,
        expiresAt: new Date(now.getTime() + HOUR_MS),
      },
      result: NO_RESULT,
      deliveries: [],
    }));
    await store.runs.finish(workspaceId, run.id, { lease, result: NO_RESULT, parts, now });
    const dataOf = (index: number) => store.runs.data(workspaceId, present(parts[index]).run.id);
    expect([await dataOf(0), await dataOf(1)]).toEqual(data);
    const listed = await env.FILES.list({ prefix: `d/${workspaceId}/` });
    expect(listed.objects).toHaveLength(1);
    const { key } = present(listed.objects[0]);
    await purge(present(parts[0]).run.id);
    expect([await dataOf(0), await dataOf(1)]).toEqual([undefined, data[1]]);
    expect(await raw(key)).toBe("\0".repeat(present(data[0]).length) + data[1]);
    await store.upkeep.garbage.sweep(new Date(now.getTime() + 2 * HOUR_MS));
    expect([await dataOf(1), await raw(key)]).toEqual([undefined, null]);
  });

  it("may be data that parts have in common: they are there once, and go with the last of them", async () => {
    const newRun = { task: documentTask(), source: "route", test: false, requestId: "r", askedBy: undefined } as const;
    const { run, lease } = await store.runs.acceptAndStart(workspaceId, newRun, now);
    const commonData = JSON.stringify({ Shop: "s".repeat(70_000), Name: "all" });
    const expiresAt = new Date(now.getTime() + HOUR_MS);
    const parts = ['{"Name":"a","Price":1}', "{}"].map((data, index) => ({
      run: { ...newRun, id: `${run.id}-00${index + 1}`, parentId: run.id, data, expiresAt },
      commonData,
      result: NO_RESULT,
      deliveries: [],
    }));
    await store.runs.finish(workspaceId, run.id, { lease, result: NO_RESULT, parts, now });
    const dataOf = (index: number) => store.runs.data(workspaceId, present(parts[index]).run.id);
    const first = JSON.stringify({ Shop: "s".repeat(70_000), Name: "a", Price: 1 });
    expect([await dataOf(0), await dataOf(1)]).toEqual([first, commonData]);
    const listed = await env.FILES.list({ prefix: `d/${workspaceId}/` });
    expect(listed.objects).toHaveLength(1);
    const { key } = present(listed.objects[0]);
    expect(await raw(key)).toBe(commonData);
    await purge(present(parts[0]).run.id);
    expect([await dataOf(0), await dataOf(1), await raw(key)]).toEqual([undefined, commonData, commonData]);
    await store.upkeep.garbage.sweep(new Date(now.getTime() + 2 * HOUR_MS));
    expect([await dataOf(1), await raw(key)]).toEqual([undefined, null]);
  });
});
