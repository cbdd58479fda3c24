import { describe, expect, it } from "vitest";
import { joinedPage } from "./joined-page.ts";

/** Rows with these ids. */
const rowsOf = (ids: string) => ids.split(" ").flatMap((id) => (id ? [{ id }] : []));

/** A list over a database and files: its pages, and what was read for each. */
function listOf(database: string, files: readonly string[], most = 30) {
  const contents = files.map((file) => rowsOf(file).sort((a, b) => (a.id < b.id ? -1 : 1)));
  const endsOf = (file: { id: string }[]) => ({ first: file[0]?.id ?? "", last: file.at(-1)?.id ?? "" });

  return async (limit: number, descending = false, after?: string) => {
    const read: string[] = [];
    const isBefore = (a: string, b: string) => (descending ? a > b : a < b);
    const isAfterStart = ({ id }: { id: string }) => after === undefined || isBefore(after, id);
    const inDatabase = rowsOf(database)
      .filter(isAfterStart)
      .sort((a, b) => (isBefore(a.id, b.id) ? -1 : 1))
      .slice(0, limit);
    const begins = (file: { id: string }[]) => (descending ? endsOf(file).last : endsOf(file).first);
    const ends = (file: { id: string }[]) => (descending ? endsOf(file).first : endsOf(file).last);
    const sorted = [...contents].sort((a, b) => (isBefore(begins(a), begins(b)) ? -1 : 1));
    const isBegun = (file: { id: string }[]) => after !== undefined && !isBefore(after, begins(file));
    const here = sorted.filter((file) => isBegun(file) && isBefore(after ?? "", ends(file)));
    const next = sorted.filter((file) => !isBegun(file)).slice(0, most + 1);
    const page = { limit, descending, ...(after === undefined ? {} : { after: { id: after } }) };
    const { rows, goesOnAfter } = await joinedPage(
      page,
      inDatabase,
      { here, next },
      {
        most,
        endsOf,
        rowsOf: async (file) => {
          read.push(endsOf(file).first);
          return file;
        },
      },
    );
    return { ids: rows.map(({ id }) => id).join(" "), read, goesOnAfter };
  };
}

describe("a page of rows from a database and from files", () => {
  const list = listOf("g h i j", ["a b", "c d", "e f"]);

  it("reads no file while the database has all of it", async () => {
    expect(await list(4, true)).toEqual({ ids: "j i h g", read: [] });
  });

  it("reads the files that it needs, and no others", async () => {
    expect(await list(6, true)).toEqual({ ids: "j i h g f e", read: ["e"] });
    expect(await list(3, true, "g")).toEqual({ ids: "f e d", read: ["e", "c"] });
    expect(await list(3)).toEqual({ ids: "a b c", read: ["a", "c"] });
    expect(await list(3, false, "d")).toEqual({ ids: "e f g", read: ["e"] });
  });

  it("has rows in order where files overlap each other and the database", async () => {
    const mixed = listOf("b f k", ["a e", "c d", "g m", "h i"]);
    expect((await mixed(20)).ids).toBe("a b c d e f g h i k m");
    expect((await mixed(20, true)).ids).toBe("m k i h g f e d c b a");
    for (const descending of [false, true]) {
      const seen: string[] = [];
      for (let after: string | undefined; ; after = seen.at(-1)) {
        const { ids } = await mixed(2, descending, after);
        if (ids === "") break;
        seen.push(...ids.split(" "));
      }
      expect(seen.join(" ")).toBe(descending ? "m k i h g f e d c b a" : "a b c d e f g h i k m");
    }
  });

  it("says where to go on when it has read as many files as it may, and nothing is left out or there twice", async () => {
    const many = listOf("b1 f1 b1-001", ["a1 c1-002", "b2 b3", "c1 d1", "e1 g1", "f0 f2", "h1 h1-001"], 2);
    const all = "a1 b1 b1-001 b2 b3 c1 c1-002 d1 e1 f0 f1 f2 g1 h1 h1-001".split(" ");
    for (const descending of [false, true]) {
      const seen: string[] = [];
      let pages = 0;
      for (let after: string | undefined; pages === 0 || after !== undefined; pages++) {
        const { ids, goesOnAfter } = await many(100, descending, after);
        seen.push(...ids.split(" ").filter(Boolean));
        after = goesOnAfter;
      }
      expect(seen).toEqual(descending ? [...all].reverse() : all);
      expect(pages).toBeGreaterThan(2);
    }
  });
});
