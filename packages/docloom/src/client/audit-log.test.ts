import { describe, expect, it } from "vitest";
import { type AuditHead, readAuditHeads, type SignedAuditHead, verifyAuditLog } from "./audit-log.ts";
import { canonicalJson, sha256, utf8 } from "./signed-statement.ts";

/** Lines of an export, and their heads. */
async function exported(values: readonly string[], start: AuditHead = { seq: 0, hash: "" }) {
  const lines: string[] = [];
  const heads: AuditHead[] = [];
  let { seq, hash } = start;
  for (const value of values) {
    const isExpiry = value.startsWith("up to ");
    const action = isExpiry ? "audit.expired" : "account.updated";
    const after = isExpiry ? { up_to: Number(value.slice(6)) } : { value };
    const entry = {
      version: 1,
      workspace: "w",
      seq: seq + 1,
      previous: hash,
      action,
      after,
    };
    seq++;
    hash = await sha256(utf8(canonicalJson(entry)));
    heads.push({ seq, hash });
    lines.push(JSON.stringify({ entry, hash, actor_name: "Ada" }));
  }
  return { lines, heads };
}

const values = (count: number, of = "e") => Array.from({ length: count }, (_, index) => `${of}${index}`);
const codes = async (lines: readonly string[], heads: readonly AuditHead[] = []) =>
  (await verifyAuditLog(lines, { heads })).problems.map(({ code }) => code);

/** A key of a deployment, and heads signed by it. */
async function deployment() {
  const { publicKey, privateKey } = await crypto.subtle.generateKey({ name: "Ed25519" }, true, ["sign", "verify"]);
  const { x = "" } = await crypto.subtle.exportKey("jwk", publicKey);
  const sign = async ({ seq, hash }: AuditHead): Promise<SignedAuditHead> => {
    const at = "2026-11-27T12:00:00.000Z";
    const statement = { version: 1, about: "audit_head", workspace: "w", seq, hash, at } as const;
    const signature = await crypto.subtle.sign("Ed25519", privateKey, utf8(canonicalJson(statement)));
    return { statement, kid: "k", algorithm: "Ed25519", signature: Buffer.from(signature).toString("base64url") };
  };
  return { keys: { keys: [{ kid: "k", x }] }, sign };
}

describe("an export of the log", () => {
  it("is proven by itself and by heads", async () => {
    const { lines, heads } = await exported(values(4));
    expect(await verifyAuditLog(lines, { heads })).toMatchObject({
      intact: true,
      entries: 4,
      first: 1,
      last: heads[3],
      headsCompared: 4,
    });
  });

  it("tells 1,000 changes at random", async () => {
    const { lines, heads } = await exported(values(10));
    let state = 37;
    const below = (most: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * most);
    };
    const attacks = [
      // a letter of an entry; the actor's name is not part of what is hashed
      () => {
        const index = below(10);
        const text = lines[index] ?? "";
        const place = below(text.indexOf(',"actor_name"'));
        return lines.with(index, text.slice(0, place) + (text[place] === "7" ? "8" : "7") + text.slice(place + 1));
      },
      () => lines.toSpliced(below(10), 1),
      () => lines.slice(0, below(10)),
      () => [...lines, lines[below(10)] ?? ""],
      () => {
        const index = below(9);
        return lines.with(index, lines[index + 1] ?? "").with(index + 1, lines[index] ?? "");
      },
      async () => {
        const kept = below(10);
        const anew = await exported(values(10 - kept + below(3), "x"), heads[kept - 1]);
        return [...lines.slice(0, kept), ...anew.lines];
      },
    ];
    const untold: number[] = [];
    for (let round = 0; round < 1_000; round++) {
      const changed = (await attacks[round % attacks.length]?.()) ?? lines;
      if ((await verifyAuditLog(changed, { heads })).intact) untold.push(round);
    }
    expect(untold).toEqual([]);
  });

  it("says that what was written anew, or cut, can be told by heads only", async () => {
    const { lines, heads } = await exported(values(3));
    const anew = (await exported(values(3, "x"))).lines;
    expect(await codes(anew)).toEqual([]);
    expect(await codes(anew, heads.slice(0, 1))).toEqual(["rewritten"]);
    expect(await codes(lines.slice(0, 2), heads.slice(2))).toEqual(["tail_cut"]);
  });

  it("begins later where entries are kept for some time only, if a head says what was before", async () => {
    const { lines, heads } = await exported([...values(4), "up to 2"]);
    expect(await codes(lines.slice(2))).toEqual(["start_unknown"]);
    expect(await codes(lines.slice(2), heads.slice(1, 2))).toEqual([]);
    expect(await codes(lines.slice(2), [{ seq: 2, hash: "0".repeat(64) }])).toEqual(["rewritten"]);
    expect(await codes(lines.slice(3), heads.slice(2, 3))).toEqual(["removed"]);
  });

  it("has heads that are believed only if the deployment has signed them", async () => {
    const { lines, heads } = await exported(values(3));
    const { keys, sign } = await deployment();
    const [, second = { seq: 0, hash: "" }] = heads;
    const head = await sign(second);
    const withHead = [...lines, JSON.stringify({ head })];
    expect(await verifyAuditLog(withHead, { keys })).toMatchObject({
      intact: true,
      headsCompared: 1,
      headsUnchecked: 0,
    });
    expect(await verifyAuditLog(withHead)).toMatchObject({ intact: true, headsCompared: 0, headsUnchecked: 1 });
    const forged = { ...head, statement: { ...head.statement, seq: 9 } };
    const { problems } = await verifyAuditLog([...lines, JSON.stringify({ head: forged })], { keys });
    expect(problems.map(({ code }) => code)).toEqual(["head_unsigned"]);
    const other = await deployment();
    expect((await verifyAuditLog(withHead, { keys: other.keys })).intact).toBe(false);
  });

  it("has nothing in it that is no entry", async () => {
    const { lines } = await exported(values(1));
    expect(await codes([...lines, "", "nonsense", "{}"])).toEqual(["unreadable", "unreadable"]);
  });
});

it("reads heads in each form in which an auditor may have kept them", async () => {
  const { lines, heads } = await exported(values(2));
  const { sign } = await deployment();
  const signed = await Promise.all(heads.map(sign));
  const forms = [
    lines.join("\n"),
    `${signed.map((head) => JSON.stringify(head)).join("\n")}\n`,
    JSON.stringify(signed),
    JSON.stringify(heads),
    signed.map((head) => JSON.stringify({ intact: true, head })).join("\n"),
  ];
  for (const form of forms) expect(readAuditHeads(form).map(({ seq, hash }) => ({ seq, hash }))).toEqual(heads);
  for (const other of ["", "[]"]) expect(readAuditHeads(other)).toEqual([]);
  for (const other of ["nonsense", "{}", '[{"seq":1}]']) expect(() => readAuditHeads(other)).toThrow(SyntaxError);
});
