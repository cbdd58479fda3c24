import { describe, expect, it } from "vitest";
import { testCaller } from "../../test/support/test-service.ts";
import { faultyServices } from "../merge/testing/faulty-services.ts";
import { newId } from "../store/ids.ts";
import { POOL_WORK_MS } from "../store/pool-work.ts";
import { sha256Hex } from "../store/sha256.ts";
import { FilePart, UploadedPart } from "./body/body-tree.ts";
import { unlessDeadly } from "./deadly-files.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** A workspace where work on files has killed isolates that were there before. */
async function workspaceWithDeaths() {
  const services = faultyServices();
  const { workspaceId } = await testCaller();
  const dies = async (file: Uint8Array, agoMs = 2 * 60_000, times = 1) => {
    const work = { workspaceId, digest: await sha256Hex(file), isolate: crypto.randomUUID() };
    for (let time = 0; time < times; time++)
      await services.store.poolWork.begin({ ...work, id: newId() }, new Date(services.now().getTime() - agoMs));
  };
  const works = (input: unknown, workspace = workspaceId) =>
    unlessDeadly(services, workspace, input, async () => "done");
  return { services, workspaceId, dies, works };
}

describe("a file that killed what worked on it", () => {
  it("once is worked on again, twice is refused", async () => {
    const { dies, works } = await workspaceWithDeaths();
    const file = bytes("a bomb");
    await dies(file);
    expect(await works({ file: new FilePart("a.docx", "x/y", file) })).toBe("done");
    await dies(file);
    await dies(file);
    await expect(works({ file: new FilePart("b.docx", "x/y", file) })).rejects.toMatchObject({ code: "too_complex" });
    await expect(works(file)).rejects.toMatchObject({ code: "too_complex" });
  });

  it("is refused however large it is: those that wait in blobs count by their hash", async () => {
    const { dies, works } = await workspaceWithDeaths();
    const file = bytes("a large bomb");
    for (let death = 0; death < 2; death++) await dies(file);
    const large = new UploadedPart("b.pdf", "x/y", "u/w/1", await sha256Hex(file));
    await expect(works({ files: [{ file: large }] })).rejects.toMatchObject({ code: "too_complex" });
    expect(await works(new UploadedPart("b.pdf", "x/y", "u/w/2", ""))).toBe("done");
  });

  it("is refused in its workspace only, and other files are not", async () => {
    const { dies, works } = await workspaceWithDeaths();
    const file = bytes("another bomb");
    for (let death = 0; death < 2; death++) await dies(file);
    expect(await works(file, (await testCaller()).workspaceId)).toBe("done");
    expect(await works(bytes("a letter"))).toBe("done");
    expect(await works([file, bytes("a letter")])).toBe("done");
  });

  it("has killed once if it was worked on many times where it killed", async () => {
    const { dies, works } = await workspaceWithDeaths();
    const file = bytes("a file that many send");
    await dies(file, 2 * 60_000, 5);
    expect(await works(file)).toBe("done");
  });

  it("has killed nobody if it is worked on to its end soon after", async () => {
    const { services, workspaceId, dies, works } = await workspaceWithDeaths();
    const file = bytes("a letter beside a bomb");
    for (let death = 0; death < 2; death++) await dies(file, 1_000);
    expect(await works(file)).toBe("done");
    const later = { ...services, now: () => new Date(Date.now() + 5 * 60_000) };
    expect(await unlessDeadly(later, workspaceId, file, async () => "done")).toBe("done");
  });

  it("has not killed where it is about to be worked on", async () => {
    const { services, workspaceId, dies, works } = await workspaceWithDeaths();
    const file = bytes("a file that comes twice at once");
    await dies(file);
    const [noted, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const begin: typeof services.store.poolWork.begin = async (...work) => {
      const open = await services.store.poolWork.begin(...work);
      noted.resolve();
      await goOn.promise;
      return open;
    };
    const slow = { ...services, store: { poolWork: { ...services.store.poolWork, begin } } };
    const first = unlessDeadly(slow, workspaceId, file, async () => "first");
    await noted.promise;
    expect(await works(file)).toBe("done");
    goOn.resolve();
    expect(await first).toBe("first");
  });

  it("has not killed where work on it has just ended, and its row is still read", async () => {
    const { services, workspaceId, dies, works } = await workspaceWithDeaths();
    const file = bytes("a file that many send at once");
    await dies(file);
    const [under, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const end = async () => ended.promise;
    const slow = { ...services, store: { poolWork: { ...services.store.poolWork, end } } };
    const first = unlessDeadly(slow, workspaceId, file, async () => under.resolve());
    await under.promise;
    // Its row is there, its work is not.
    expect(await works(file)).toBe("done");
    ended.resolve();
    await first;
  });

  it("is answered before the end of its work is noted, where that goes on by itself", async () => {
    const { services, workspaceId } = await workspaceWithDeaths();
    const ended = Promise.withResolvers<void>();
    const store = { poolWork: { ...services.store.poolWork, end: () => ended.promise } };
    const goingOn: Promise<unknown>[] = [];
    const noting = { ...services, store, goOn: (work: Promise<unknown>) => void goingOn.push(work) };
    expect(await unlessDeadly(noting, workspaceId, bytes("a short letter"), async () => "done")).toBe("done");
    let isNoted = false;
    const noted = Promise.all(goingOn).then(() => (isNoted = true));
    expect([goingOn.length, isNoted]).toEqual([1, false]);
    ended.resolve();
    expect(await noted).toBe(true);
  });

  it("is refused for an hour", async () => {
    const { dies, works } = await workspaceWithDeaths();
    const file = bytes("an old bomb");
    for (let death = 0; death < 2; death++) await dies(file, POOL_WORK_MS + 1);
    expect(await works(file)).toBe("done");
  });

  it("has killed nobody if its work comes to an end, good or bad", async () => {
    const { services, workspaceId, works } = await workspaceWithDeaths();
    const file = bytes("a damaged file");
    const fails = () => unlessDeadly(services, workspaceId, file, () => Promise.reject(new Error("damaged")));
    for (let time = 0; time < 3; time++) await expect(fails()).rejects.toThrow("damaged");
    expect(await works(file)).toBe("done");
  });

  it("is not suspected while it is worked on, here or elsewhere", async () => {
    const { services, workspaceId, dies, works } = await workspaceWithDeaths();
    const file = bytes("a popular file");
    for (let time = 0; time < 3; time++) await dies(file, 1_000);
    const answers = await unlessDeadly(services, workspaceId, file, () => Promise.all([works(file), works(file)]));
    expect(answers).toEqual(["done", "done"]);
  });
});
