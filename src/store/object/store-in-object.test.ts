import "./testing/in-an-object.ts";
import "../alerts.test.ts";
import "../documents.test.ts";
import "../requests.test.ts";
import "../routes.test.ts";
import "../runs.test.ts";
import "../sending/claims.test.ts";
import "../sending/mail-counts.test.ts";
import { env } from "cloudflare:workers";
import { afterAll } from "vitest";
import { D1 } from "../testing/empty-database.ts";

// The store's own tests, with a workspace's object in place of D1.
afterAll(() => {
  env.DB = D1;
});
