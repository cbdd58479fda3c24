import "./testing/in-an-object.ts";
import "../garbage.test.ts";
import { env } from "cloudflare:workers";
import { afterAll } from "vitest";
import { D1 } from "../testing/empty-database.ts";

// By itself: it begins by removing all that there is.
afterAll(() => {
  env.DB = D1;
});
