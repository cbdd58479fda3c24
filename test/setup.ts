import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, expect } from "vitest";
import { undeclared } from "./support/exchanges.ts";

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);

// Whatever a test has asked of the whole service, and what it was answered, is as the OpenAPI document says.
afterAll(() => expect(undeclared(), "exchanges that the OpenAPI document does not declare").toEqual([]));
