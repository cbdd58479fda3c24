import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { scratchFolder } from "../../scripts/scratch-folder.ts";
import { PoolPair } from "../../scripts/serve/pool-pair.ts";

const folder = scratchFolder();
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** A process that a test can end. */
const member = (address: string, pid: number | undefined) => ({
  pid,
  looks: 0,
  look() {
    this.looks++;
  },
  entry: (_: string, worker: string) => ({ address, worker }),
});

it("one process does the pool's work until it ends, and then the other one, when it can", () => {
  const registry = path.join(folder, "registry");
  fs.mkdirSync(registry);
  const lines: string[] = [];
  const first = member("first", undefined);
  const second = member("second", 2);
  const pair = new PoolPair(first, registry, "pool", (line) => lines.push(line));
  const active = () => {
    pair.look();
    const [name, ...others] = fs.readdirSync(registry);
    expect(others).toEqual([]);
    return name && JSON.parse(fs.readFileSync(path.join(registry, name), "utf8"));
  };

  expect(active()).toBeUndefined();
  first.pid = 1;
  expect(active()).toEqual({ address: "first", worker: "pool" });
  pair.add(second);
  expect(active()).toEqual({ address: "first", worker: "pool" });
  first.pid = undefined;
  expect(active()).toEqual({ address: "second", worker: "pool" });
  first.pid = 3;
  expect(active()).toEqual({ address: "second", worker: "pool" });
  expect(lines).toEqual(["The process of the pool has ended: another one has taken over."]);
  first.pid = undefined;
  second.pid = undefined;
  expect(active()).toBeUndefined();
  second.pid = 4;
  expect(active()).toEqual({ address: "second", worker: "pool" });
  expect([first.looks, second.looks]).toEqual([7, 5]);
});
