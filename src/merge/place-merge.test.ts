import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { clientWithDocument } from "../../test/support/api-client.ts";
import { paragraph, wordDocument } from "../../test/support/office-files.ts";
import { testService } from "../../test/support/test-service.ts";
import type { Env } from "../env.ts";

const letter = wordDocument(paragraph("Dear {$Name}"));
/** Packs to a few kilobytes. */
const book = wordDocument(
  Array.from({ length: 5_000 }, (_, line) => paragraph(`Line ${line * 7919} of a book`)).join(""),
);

/** Merges where the pool is a process of its own, whose first objects die. */
async function merged(template: Uint8Array, data: object, deaths = 0) {
  const asked: string[] = [];
  const TOOL_WORKERS = {
    getByName: (name: string) => {
      const worker = env.TOOL_WORKERS.getByName(name);
      return {
        reserve: async () => true,
        async merge(leased: Parameters<typeof worker.merge>[0]) {
          asked.push(leased.run.id);
          if (asked.length <= deaths) throw new Error("Network connection lost.");
          return await worker.merge(leased);
        },
      };
    },
  };
  const { caller, path } = await clientWithDocument({ type: "docx", output: "docx", file_contents: template });
  const overrides = { TOOL_WORKERS, POOL_PROCESS: "1" } as unknown as Partial<Env>;
  const answer = await testService(undefined, overrides)(`${path}/merge?download=1`, {
    method: "POST",
    headers: { authorization: caller.authorization, "content-type": "application/json" },
    body: JSON.stringify(data),
  });
  const body = new Uint8Array(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, body, asked };
}

describe("where the pool is a process of its own", () => {
  it("a letter is merged where it came in", async () => {
    const { status, asked } = await merged(letter, { Name: "Ann" });
    expect([status, asked]).toEqual([201, []]);
  });

  it("a template of much markup, however small it is packed, and large data are merged in the pool", async () => {
    expect(book.length).toBeLessThan(64 * 1024);
    const long = await merged(book, {});
    expect([long.status, long.asked.length]).toEqual([201, 1]);
    const much = await merged(letter, { Name: "n".repeat(70_000) });
    expect([much.status, much.asked.length]).toEqual([201, 1]);
  });

  it("what dies there is merged once more, and then the caller is told to come again", async () => {
    const second = await merged(book, {}, 1);
    expect([second.status, second.asked.length]).toEqual([201, 2]);
    const never = await merged(book, {}, 2);
    const { code } = JSON.parse(new TextDecoder().decode(never.body));
    expect([never.status, code, never.asked.length]).toEqual([503, "work_interrupted", 2]);
    expect(never.headers.get("retry-after")).toBe("5");
  });
});
