import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const module = JSON.stringify(path.resolve(import.meta.dirname, "../../scripts/scratch-folder.ts"));
const program = (rest: string): string[] => [
  "--input-type=module",
  "--eval",
  `const folder = (await import(${module})).scratchFolder();
   (await import("node:fs")).writeFileSync(folder + "/kept.txt", "x");
   process.stdout.write(folder);
   ${rest}`,
];

it("a scratch folder is gone when its process ends", async () => {
  const { stdout: folder } = await promisify(execFile)(process.execPath, program(""));
  expect(path.basename(folder)).toMatch(/^docloom-tests-/);
  expect(fs.existsSync(folder)).toBe(false);
});

it("is gone when its process is told to end, too", async () => {
  const child = spawn(process.execPath, program("setInterval(() => {}, 1000);"), {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [folder] = (await once(child.stdout, "data")).map(String);
  expect(fs.existsSync(path.join(folder ?? "", "kept.txt"))).toBe(true);
  child.kill("SIGTERM");
  await once(child, "exit");
  expect(fs.existsSync(folder ?? "")).toBe(false);
});
