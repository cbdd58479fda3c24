import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { clientWith, clientWithDocument } from "../../test/support/api-client.ts";
import { paragraph, wordDocument } from "../../test/support/office-files.ts";
import { testService } from "../../test/support/test-service.ts";
import type { Env } from "../env.ts";
import { newId } from "../store/ids.ts";
import { sha256Hex } from "../store/sha256.ts";
import { createStore } from "../store/store.ts";
import type { SentPreview } from "./document/preview-merge.ts";
import type { SentTemplate } from "./document/template-weight.ts";

const letter = wordDocument(paragraph("Dear {$Name}"));
/** Packs to a few kilobytes. */
const book = wordDocument(
  Array.from({ length: 5_000 }, (_, line) => paragraph(`Line ${line * 7919} of a book`)).join(""),
);

/** A pool whose first objects die, and what was asked of it. */
function pool(deaths = 0) {
  const asked: string[] = [];
  const TOOL_WORKERS = {
    getByName(name: string) {
      const worker = env.TOOL_WORKERS.getByName(name);
      const counted =
        <Sent>(what: string, work: (sent: Sent) => Promise<unknown>) =>
        async (sent: Sent) => {
          asked.push(what);
          if (asked.length <= deaths) throw new Error("Network connection lost.");
          return await work(sent);
        };
      return {
        reserve: async () => true,
        merge: counted("merge", (sent: Parameters<typeof worker.merge>[0]) => worker.merge(sent)),
        inspectTemplate: counted("inspect", (sent: SentTemplate) => worker.inspectTemplate(sent)),
        preview: counted("preview", (sent: SentPreview) => worker.preview(sent)),
      };
    },
  };
  return { asked, overrides: { TOOL_WORKERS, POOL_PROCESS: "1" } as unknown as Partial<Env> };
}

/** Merges where the pool is a process of its own. */
async function merged(template: Uint8Array, data: object, deaths = 0) {
  const { asked, overrides } = pool(deaths);
  const { caller, path } = await clientWithDocument({ type: "docx", output: "docx", file_contents: template });
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

describe("a template", () => {
  const fields = wordDocument(paragraph("{$Name}") + paragraph("Line").repeat(9_000));

  async function workspace(deaths = 0) {
    const { asked, overrides } = pool(deaths);
    const { caller } = await clientWithDocument({ type: "html", html: "a" });
    return { asked, caller, call: clientWith(caller.authorization, overrides) };
  }

  it("of much markup is looked at in the pool, others where they are saved, with the same outcome", async () => {
    const { asked, call } = await workspace();
    const small = await call("POST", "/api/documents", { name: "a", type: "docx", file_contents: letter });
    expect([small.status, asked]).toEqual([200, []]);
    const large = await call("POST", "/api/documents", { name: "b", type: "docx", file_contents: fields });
    expect([large.status, asked]).toEqual([200, ["inspect"]]);
    expect(large.body.fields).toEqual(small.body.fields);
    const broken = wordDocument(paragraph("{/if}") + paragraph("Line").repeat(9_000));
    const found = await call("POST", "/api/templates/lint", { type: "docx", file_contents: broken });
    expect([found.body.errors.length, asked.length]).toEqual([1, 2]);
    const refused = await call("PUT", `/api/documents/${large.body.id}`, { file_contents: broken });
    expect([refused.status, refused.body.code]).toEqual([422, "template_invalid"]);
  });

  it("is previewed in the pool if it has much markup, or is given much data", async () => {
    const { asked, call } = await workspace();
    const { body } = await call("POST", "/api/documents", { name: "a", type: "docx", file_contents: letter });
    const preview = `/api/documents/${body.id}/preview?explain=1`;
    const small = await call("POST", preview, { data: { Name: "Ann" } });
    expect([small.status, small.body.fields.found, asked]).toEqual([200, ["Name"], []]);
    const data = { Name: "Ann", Other: "n".repeat(70_000) };
    const large = await call("POST", preview, { data });
    expect([large.status, large.body.fields, asked]).toEqual([
      200,
      { found: ["Name"], missing: [], unused: ["Other"] },
      ["preview"],
    ]);
    const sent = await call("POST", preview, { data, file_contents: fields });
    expect([sent.status, sent.body.fields.found, asked.slice(1)]).toEqual([200, ["Name"], ["inspect", "preview"]]);
  });

  it("of which objects die is not saved, and refused at the third try", async () => {
    const { asked, caller, call } = await workspace(2);
    const save = () => call("POST", "/api/documents", { name: "a", type: "docx", file_contents: fields });
    const died = await save();
    expect([died.status, died.body.code, died.headers.get("retry-after"), asked.length]).toEqual([
      503,
      "work_interrupted",
      "5",
      2,
    ]);
    const { poolWork } = createStore(env);
    const before = new Date(Date.now() - 120_000);
    for (const isolate of ["one", "two"])
      await poolWork.begin(
        { id: newId(), workspaceId: caller.workspaceId, digest: await sha256Hex(fields), isolate },
        before,
      );
    const third = await save();
    expect([third.status, third.body.code]).toEqual([422, "too_complex"]);
  });
});
