import { expect, it } from "vitest";
import { redactPath } from "./redact-path.ts";

it.each([
  ["/merge/12/topsecret", "/merge/12/***"],
  ["/MERGE/12/topsecret", "/MERGE/12/***"],
  ["/Route/5/topsecret/batch", "/Route/5/***"],
  ["//merge//12//topsecret", "/merge/12/***"],
  ["/m%65rge/12/topsecret", "/merge/12/***"],
  ["/merge%2f12%2Ftopsecret", "/merge/12/***"],
  ["/merge/topsecret", "/merge/***"],
  ["/merge/topsecret/12", "/merge/***/***"],
  ["/files/topsecret", "/files/***"],
  ["/FILES/topsecret/", "/FILES/***"],
  ["/merge/12", "/merge/12"],
  ["/files", "/files"],
  ["/api/documents/12/merge", "/api/documents/12/merge"],
  ["/merger/12/abc", "/merger/12/abc"],
  ["/api/merge/12/HSS1TGBjn0zjmbNZapmsFGeK375vYb_z", "/api/merge/12/***"],
  ["/merge;/12/HSS1TGBjn0zjmbNZapmsFGeK375vYb_z/batch", "/merge;/12/***/batch"],
  ["/x/12%2FHSS1TGBjn0zjmbNZapmsFGeK375vYb%5Fz", "/x/***"],
  ["/api/runs/1m8dy63sn0001fj4t5246k3/purge", "/api/runs/1m8dy63sn0001fj4t5246k3/purge"],
])("logs show %s as %s", (path, shown) => {
  expect(redactPath(path)).toBe(shown);
});
