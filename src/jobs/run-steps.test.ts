import { describe, expect, it } from "vitest";
import type { Log } from "../domain/log.ts";
import { runSteps } from "./run-steps.ts";

describe("the steps of a cron", () => {
  it("are all done: one that fails is a line in the log", async () => {
    const lines: unknown[] = [];
    const log: Pick<Log, "failure"> = {
      failure: (event, thrown, fields) => lines.push([event, String(thrown), fields]),
    };
    const done: string[] = [];
    await runSteps(
      { log },
      {
        first: async () => done.push("first"),
        second: async () => {
          throw new Error("D1 is away");
        },
        third: async () => done.push("third"),
      },
    );
    expect(done).toEqual(["first", "third"]);
    expect(lines).toEqual([["cron.step_failed", "Error: D1 is away", { step: "second" }]]);
  });
});
