import "./testing/in-an-object.ts";
import "../../merge/faults.test.ts";
import "../../merge/lost-moments.test.ts";
import { env } from "cloudflare:workers";
import { afterAll } from "vitest";
import { D1 } from "../testing/empty-database.ts";

// Faults of merges, with a workspace's object in place of D1.
afterAll(() => {
  env.DB = D1;
});
