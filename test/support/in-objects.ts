import { env } from "cloudflare:workers";
import { afterAll } from "vitest";
import type { Env } from "../../src/env.ts";

// Workspaces that are made from here on, by tests that are imported later, are in objects of their own.
const bindings = env as Env;
bindings.NEW_WORKSPACES = "objects";
afterAll(() => {
  bindings.NEW_WORKSPACES = undefined;
});
