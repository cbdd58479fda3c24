import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { clientWith, newClient } from "../../../test/support/api-client.ts";
import { standIn } from "../../domain/testing/stand-in.ts";
import type { Env } from "../../env.ts";
import { failing, happeningAt } from "../../merge/testing/faulty-services.ts";

const READY = "/api/health/ready";
const call = clientWith(undefined);
afterEach(() => vi.restoreAllMocks());

it("the service is ready while its database and its file store answer, and up whatever they do", async () => {
  expect(await call("GET", READY)).toMatchObject({ status: 200, body: { status: "ready" } });
  const locked = () => Promise.reject(new Error("D1_ERROR: database is locked"));
  const broken: Partial<Env>[] = [
    { DB: standIn<D1Database>({ prepare: () => ({ first: locked }) }) },
    { FILES: failing(env.FILES, "head", () => true) },
  ];
  for (const overrides of broken) {
    const without = clientWith(undefined, overrides);
    const { status, headers, body } = await without("GET", READY);
    expect([status, body.code, headers.get("retry-after")]).toEqual([503, "work_interrupted", "5"]);
    expect(await without("GET", "/api/health")).toMatchObject({ status: 200, body: { status: "ok" } });
  }
});

it("is not ready for some seconds after a write has found the disk full", async () => {
  const { caller } = await newClient();
  // Of long ago: the Worker is one for all tests, and those of `src/http/disk-full.ts` begin with a disk that has room.
  const clock = vi.spyOn(Date, "now").mockReturnValue(500_000);
  const full = async () => {
    throw new Error("D1_ERROR: database or disk is full: SQLITE_FULL");
  };
  const writing = clientWith(caller.authorization, { DB: happeningAt(env.DB, "batch", "before", full) });
  expect((await writing("POST", "/api/folders", { name: "A" })).body.code).toBe("disk_full");
  const { status, headers, body } = await call("GET", READY);
  expect([status, body.code, headers.get("retry-after")]).toEqual([503, "disk_full", "60"]);
  expect((await call("GET", "/api/health")).status).toBe(200);
  clock.mockReturnValue(511_000);
  expect((await call("GET", READY)).status).toBe(200);
});
