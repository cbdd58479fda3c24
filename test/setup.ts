import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, expect } from "vitest";
import { undeclared } from "./support/exchanges.ts";

/** All files have one Worker and one database, but each reads this file anew. */
const worker: { migrations?: Promise<void> } = globalThis;
worker.migrations ??= applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
await worker.migrations;

// Every request of a test to the whole service, and its answer, is as the OpenAPI document says.
afterAll(() => expect(undeclared(), "exchanges that the OpenAPI document does not declare").toEqual([]));
