import { expect, it } from "vitest";
import { KnownWorkspaces } from "./known-workspaces.ts";
import { requestKey } from "./request-key.ts";

it("knows whose a key is once it was learned, and not any more once it leads nowhere", () => {
  const known = new KnownWorkspaces();
  expect(known.workspaceOf("k")).toBeUndefined();
  known.learn("k", "w");
  known.learn("k2", "w");
  expect([known.workspaceOf("k"), known.workspaceOf("k2")]).toEqual(["w", "w"]);
  known.learn("k", "x");
  expect(known.workspaceOf("k")).toBe("x");
  known.forget("k");
  known.forget("k");
  expect(known.workspaceOf("k")).toBeUndefined();
});

it("is full at some time: the key goes that was not used for longest", () => {
  const known = new KnownWorkspaces(3, 3);
  for (const key of ["a", "b", "c"]) known.learn(key, `of ${key}`);
  known.learn("a", "of a");
  known.learn("d", "of d");
  expect(["a", "b", "c", "d"].filter((key) => known.workspaceOf(key) !== undefined)).toEqual(["a", "c", "d"]);
});

it("forgets nobody else's keys for one workspace with many", () => {
  const known = new KnownWorkspaces(10, 3);
  known.learn("other", "w");
  for (let at = 0; at < 100; at++) known.learn(`k${at}`, "many");
  expect(known.workspaceOf("other")).toBe("w");
  expect(Array.from({ length: 100 }, (_, at) => known.workspaceOf(`k${at}`)).filter(Boolean)).toHaveLength(3);
});

it.each<[what: string, one: Parameters<typeof requestKey>, other: Parameters<typeof requestKey>]>([
  [
    "an address and what is asked of it",
    ["/merge/12/abc?download=1", {}],
    ["/merge/12/abc/batch", { authorization: "x" }],
  ],
  ["a link to a file", ["/files/token", {}], ["/files/token?x=1", {}]],
  [
    "a credential at all addresses",
    ["/api/runs", { authorization: "Basic eDp5" }],
    ["/mcp", { authorization: "Basic eDp5" }],
  ],
  [
    "a session among other cookies",
    ["/", { cookie: "docloom_session_8787=a; x=1" }],
    ["/api/user", { cookie: "y=2; docloom_session_8787=a" }],
  ],
])("has one key for %s", (_, one, other) => {
  expect(requestKey(...one)).toBeDefined();
  expect(requestKey(...one)).toBe(requestKey(...other));
});

it("has keys of their own for what may belong to others, none for what belongs to nobody, and none that says what it was made of", () => {
  const keys = [
    requestKey("/merge/12/abc", {}),
    requestKey("/route/12/abc", {}),
    requestKey("/merge/12/abd", {}),
    requestKey("/form/12/abc", {}),
    requestKey("/files/abc", {}),
    requestKey("/api", { authorization: "Basic abc" }),
    requestKey("/api", { cookie: "__Host-docloom_session=abc" }),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.join()).not.toMatch(/abc|Basic|merge/);
  for (const url of ["/", "/console/assets/main.js", "/api/health", "/merge/12", "/merge"])
    expect(requestKey(url, { cookie: "other=1" })).toBeUndefined();
});
