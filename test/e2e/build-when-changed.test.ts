import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { buildWhenChanged } from "../../scripts/build-when-changed.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "docloom-build-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));
const at = (name: string) => path.join(folder, name);

it("builds what was never built, what changed, what grew and what is gone, and otherwise nothing", async () => {
  fs.mkdirSync(at("src/deep"), { recursive: true });
  fs.writeFileSync(at("src/deep/a.ts"), "a");
  fs.writeFileSync(at("lock.json"), "{}");
  const files = { inputs: [at("src"), at("lock.json")], output: at("main.js"), stamp: at("stamp") };
  let builds = 0;
  const builtAfter = async (change: () => void) => {
    change();
    const before = builds;
    await buildWhenChanged("main.js", files, () => {
      builds++;
      fs.writeFileSync(files.output, "made");
    });
    return builds > before;
  };

  expect(await builtAfter(() => {})).toBe(true);
  expect(await builtAfter(() => {})).toBe(false);
  expect(await builtAfter(() => fs.writeFileSync(at("src/deep/a.ts"), "ab"))).toBe(true);
  expect(await builtAfter(() => fs.writeFileSync(at("src/b.ts"), ""))).toBe(true);
  expect(await builtAfter(() => fs.utimesSync(at("lock.json"), 1, 1))).toBe(true);
  expect(await builtAfter(() => fs.rmSync(at("src/b.ts")))).toBe(true);
  expect(await builtAfter(() => fs.rmSync(files.output))).toBe(true);
  expect(await builtAfter(() => {})).toBe(false);
});

it("builds again after a build that failed", async () => {
  const files = { inputs: [at("lock.json")], output: at("other.js"), stamp: at("other-stamp") };
  const fail = () => {
    fs.writeFileSync(files.output, "half");
    throw new Error("no");
  };
  await expect(buildWhenChanged("other.js", files, fail)).rejects.toThrow("no");
  let built = false;
  await buildWhenChanged("other.js", files, () => {
    built = true;
  });
  expect(built).toBe(true);
});
