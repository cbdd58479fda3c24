import { describe, expect, it } from "vitest";
import { type AuditHead, EXPIRED, type NewAuditEntry, sealEntry, sha256Of } from "../domain/audit/entry.ts";
import { readEntry, type StoredEntry } from "../store/audit/audit-log.ts";
import { verifyChain } from "./verify-chain.ts";

const WORKSPACE = "w";
const AT = new Date("2026-11-27T12:00:00Z");

const entry = (name: string): NewAuditEntry => ({
  action: "account.updated",
  resource: { type: "account", id: WORKSPACE, name: "a" },
  after: { name },
  at: AT,
  actor: { type: "key", id: "dk_1", via: "api" },
  request: { id: "r", from_client: false },
  network: "203.0.113.0/24",
});

/** As the service writes them. */
async function chain(names: readonly string[], start: AuditHead = { seq: 0, hash: "" }): Promise<StoredEntry[]> {
  let head = start;
  const rows: StoredEntry[] = [];
  for (const name of names) {
    const { seq, text, hash } = await sealEntry(WORKSPACE, head, entry(name));
    const columns = {
      at: AT.getTime(),
      actor: "dk_1",
      action: "account.updated",
      resourceType: "account",
      resourceId: WORKSPACE,
    };
    rows.push({ seq, text, hash, columns });
    head = { seq, hash };
  }
  return rows;
}

/** The same numbers each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const names = (count: number, of: string) => Array.from({ length: count }, (_, index) => `${of}${index}`);

async function* each(rows: readonly StoredEntry[]): AsyncGenerator<StoredEntry> {
  yield* rows;
}

const verify = (rows: readonly StoredEntry[], heads: readonly AuditHead[]) => verifyChain(WORKSPACE, each(rows), heads);

/** What somebody who can write the database may do to a log. */
const ATTACKS: ((rows: StoredEntry[], below: (most: number) => number) => Promise<StoredEntry[]>)[] = [
  async (rows, below) => {
    const index = below(rows.length);
    const place = below(rows[index]?.text.length ?? 1);
    return withRow(rows, index, (row) => {
      const changed = row.text[place] === "7" ? "8" : "7";
      return { ...row, text: row.text.slice(0, place) + changed + row.text.slice(place + 1) };
    });
  },
  // with its hash made anew: its neighbor tells, and at the end the head
  async (rows, below) => {
    const index = below(rows.length);
    const text = rows[index]?.text.replace(/"name":"e\d+"/, '"name":"other"') ?? "";
    const hash = await sha256Of(text);
    return withRow(rows, index, (row) => ({ ...row, text, hash }));
  },
  async (rows, below) =>
    withRow(rows, below(rows.length), (row) => ({ ...row, columns: { ...row.columns, actor: "dk_2" } })),
  async (rows, below) => withRow(rows, below(rows.length), (row) => ({ ...row, hash: "0".repeat(64) })),
  async (rows, below) => rows.toSpliced(below(rows.length), 1),
  async (rows, below) => {
    const [index, other] = [below(rows.length), below(rows.length - 1)];
    const [taken] = rows.splice(index, 1);
    return taken ? rows.toSpliced(other >= index ? other + 1 : other, 0, taken) : rows;
  },
  async (rows, below) => {
    const row = rows[below(rows.length)];
    return row ? [...rows, row] : rows;
  },
  async (rows, below) => rows.slice(0, below(rows.length)),
  // everything after some entry written anew, with all hashes right
  async (rows, below) => {
    const kept = rows.slice(0, below(rows.length));
    const end = kept.at(-1);
    return [...kept, ...(await chain(names(rows.length - kept.length, "x"), end))];
  },
  // the same, and then longer than it was
  async (rows, below) => {
    const kept = rows.slice(0, below(rows.length));
    return [...kept, ...(await chain(names(rows.length - kept.length + below(5), "x"), kept.at(-1)))];
  },
];

function withRow(rows: StoredEntry[], index: number, change: (row: StoredEntry) => StoredEntry): StoredEntry[] {
  return rows.map((row, place) => (place === index ? change(row) : row));
}

describe("the chain", () => {
  it("tells 1,000 changes at random, by the heads that are kept elsewhere", async () => {
    const rows = await chain(names(12, "e"));
    const heads = [rows[3], rows[7], rows[11]].flatMap((row) => row ?? []);
    expect(await verify(rows, heads)).toMatchObject({ problems: [], entries: 12, headsCompared: 3 });

    const below = numbers(37);
    const untold: string[] = [];
    for (let round = 0; round < 1_000; round++) {
      const attack = round % ATTACKS.length;
      const changed = await ATTACKS[attack]?.([...rows], below);
      if (!changed || JSON.stringify(changed) === JSON.stringify(rows)) continue;
      if ((await verify(changed, heads)).problems.length === 0) untold.push(`attack ${attack} in round ${round}`);
    }
    expect(untold).toEqual([]);
  });

  it("is trusted no further than somebody has kept its head", async () => {
    const rows = await chain(names(4, "e"));
    const [first] = rows;
    const anew = [...rows.slice(0, 1), ...(await chain(names(3, "x"), first))];
    expect((await verify(anew, first ? [first] : [])).problems).toEqual([]);
    expect((await verify(anew, rows.slice(2, 3))).problems).toMatchObject([{ code: "rewritten", seq: 3 }]);
  });

  it("is told of a beginning that is missing, unless an entry says that it is kept no longer", async () => {
    const rows = await chain(names(4, "e"));
    const codes = async (given: readonly StoredEntry[]) =>
      (await verify(given, rows.slice(1, 2))).problems.map(({ code }) => code);
    expect(await codes(rows.slice(2))).toEqual(["removed"]);
    const said = { ...entry(""), action: EXPIRED, after: { up_to: 2 } };
    const { seq, text, hash } = await sealEntry(WORKSPACE, rows[3] ?? { seq: 0, hash: "" }, said);
    const columns = { ...rows[3]?.columns, action: EXPIRED } as StoredEntry["columns"];
    expect(await codes([...rows.slice(2), { seq, text, hash, columns }])).toEqual([]);
  });

  it("names entries of another workspace, and what is no entry", async () => {
    const rows = await chain(names(2, "e"));
    const { problems } = await verifyChain("other", each(rows), []);
    expect(problems.map(({ code }) => code)).toEqual(["changed", "changed"]);
    const broken = withRow(rows, 1, (row) => ({ ...row, text: "{" }));
    expect((await verify(broken, [])).problems).toMatchObject([{ seq: 2, code: "changed" }]);
    expect(rows.map((row) => readEntry(row).previous)).toEqual(["", rows[0]?.hash]);
  });
});
