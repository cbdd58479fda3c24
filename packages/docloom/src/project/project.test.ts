import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { differencesOf } from "./differences.ts";
import { documentOfTemplate, readDocumentFolder, writeDocumentFolder } from "./document-folder.ts";
import { LastSeen, type Sight } from "./last-seen.ts";
import { type Samples, sampleDifferences } from "./samples.ts";
import { DocumentIds, serviceIdOf } from "./service-documents.ts";

const root = fs.mkdtempSync(path.join(os.tmpdir(), "docloom-project-"));
afterAll(() => fs.rmSync(root, { recursive: true }));

const bytes = (text: string) => new TextEncoder().encode(text);
const MEMBERS = { name: "Offer", type: "html", output: "pdf" } as const;

describe("a document as files", () => {
  it("is written and read, and keeps the template's own name", () => {
    const folder = path.join(root, "Offer");
    expect(writeDocumentFolder(folder, MEMBERS, bytes("<p>")).map((file) => path.basename(file))).toEqual([
      "document.json",
      "template.html",
    ]);
    expect(writeDocumentFolder(folder, MEMBERS, bytes("<p>"))).toEqual([]);

    fs.renameSync(path.join(folder, "template.html"), path.join(folder, "offer.html"));
    fs.writeFileSync(path.join(folder, "document.json"), JSON.stringify({ ...MEMBERS, template: "offer.html" }));
    writeDocumentFolder(folder, { ...MEMBERS, folder: "A/B" }, bytes("<h1>"));
    const read = readDocumentFolder(folder);
    expect(path.basename(read.templateFile)).toBe("offer.html");
    expect(read.members).toEqual({ ...MEMBERS, folder: "A/B" });
    expect(documentOfTemplate(path.join(folder, "offer.html")).members.name).toBe("Offer");
  });

  it.each([
    [{ name: "X" }, /type/],
    [{ ...MEMBERS, colour: "red" }, /colour/],
    [{ ...MEMBERS, template: "none.html" }, /there is no template none\.html/],
  ])("names what is wrong in %j", (document, sentence) => {
    const folder = fs.mkdtempSync(path.join(root, "wrong-"));
    fs.writeFileSync(path.join(folder, "document.json"), JSON.stringify(document));
    expect(() => readDocumentFolder(folder)).toThrow(sentence);
  });
});

describe("differences", () => {
  const side = (members: object, template = "<p>") => ({
    members: { ...MEMBERS, ...members },
    template: bytes(template),
  });

  it("do not exist if only spelling or order differ, or the service has more", () => {
    const here = side({ size_width: "8.50", settings: { locale: "de", margins: { top: 1, left: 2 } } });
    const there = side({ size_width: "8.5", settings: { margins: { left: 2, top: 1 }, locale: "de" }, folder: "A" });
    expect(differencesOf(there, here)).toEqual([]);
  });

  it("are members by name and lines of the template", () => {
    const found = differencesOf(side({ output_name: "a" }), side({ output_name: "b" }, "<h1>"));
    expect(found).toMatchObject([
      { what: "output_name", from: "a", to: "b" },
      { what: "template", from: "3 bytes", to: "4 bytes" },
    ]);
    expect(found[1]?.lines).toEqual(expect.arrayContaining(["-<p>", "+<h1>"]));
  });

  it("name samples that are new or changed; services without samples have none", () => {
    const here = new Map([
      ["same", { a: 1, b: [2] }],
      ["changed", { a: 2 }],
      ["new", { a: 3 }],
    ]);
    const there = new Map<string, Record<string, unknown>>([
      ["same", { b: [2], a: 1 }],
      ["changed", { a: 1 }],
      ["other", {}],
    ]);
    expect(sampleDifferences(there, here).map(({ what }) => what)).toEqual(["sample changed", "sample new"]);
    expect(sampleDifferences(undefined, here)).toEqual([]);
  });
});

describe("the service's document of a folder", () => {
  const project = () => {
    const folder = fs.mkdtempSync(path.join(root, "ids-"));
    const documentAt = (name: string) => {
      writeDocumentFolder(path.join(folder, name), MEMBERS, bytes("<p>"));
      return readDocumentFolder(path.join(folder, name));
    };
    return {
      ids: new DocumentIds({ folder }, "http://localhost", ""),
      documentAt,
      idsFile: path.join(folder, "docloom.ids.json"),
    };
  };
  const LISTED = [{ id: "5", name: "Offer" }];

  it("is the one that it was pushed under, whatever its name", () => {
    const { ids, documentAt } = project();
    const offer = documentAt("Offer");
    ids.set(offer.folder, "5");
    expect(serviceIdOf(ids, offer, [{ id: "5", name: "Renamed" }], false)).toBe("5");
    expect(serviceIdOf(ids, documentAt("Other"), [{ id: "5", name: "Renamed" }], false)).toBeUndefined();
  });

  it("is that of its workspace: two of one service have ids of their own", () => {
    const { documentAt, idsFile } = project();
    const offer = documentAt("Offer");
    const idsOf = (workspace: string) =>
      new DocumentIds({ folder: path.dirname(idsFile) }, "http://localhost", workspace);
    fs.writeFileSync(idsFile, JSON.stringify({ "http://localhost": { Offer: "5" } }));
    idsOf("w1").set(offer.folder, "7");
    expect([idsOf("w1"), idsOf("w2"), idsOf("")].map((ids) => ids.get(offer.folder))).toEqual(["7", "5", "5"]);
    idsOf("w2").set(offer.folder, "8");
    expect([idsOf("w1"), idsOf("w2")].map((ids) => ids.get(offer.folder))).toEqual(["7", "8"]);
  });

  it("is one that merely has its name if that may be adopted", () => {
    const { ids, documentAt } = project();
    const offer = documentAt("Offer");
    expect(() => serviceIdOf(ids, offer, LISTED, false)).toThrow(/already has a document "Offer" \(5\).*--adopt/);
    expect(serviceIdOf(ids, offer, LISTED, true)).toBe("5");
  });

  it("is never that of another folder: a copy is refused", () => {
    const { ids, documentAt } = project();
    ids.set(documentAt("Offer").folder, "5");
    expect(() => serviceIdOf(ids, documentAt("Copy"), LISTED, true)).toThrow(
      /Copy would overwrite document 5.*Offer: give/,
    );
  });

  it("is refused if the file has two folders for one id", () => {
    const { documentAt, idsFile } = project();
    const [offer] = [documentAt("Offer"), documentAt("Copy")];
    fs.writeFileSync(idsFile, JSON.stringify({ "http://localhost": { Offer: "5", Copy: "5" } }));
    const ids = new DocumentIds({ folder: path.dirname(idsFile) }, "http://localhost", "");
    expect(() => serviceIdOf(ids, offer, LISTED, true)).toThrow(/take one of them out of docloom\.ids\.json/);
  });

  it("moves with its folder when it is adopted there", () => {
    const { ids, documentAt } = project();
    const offer = documentAt("Offer");
    ids.set(offer.folder, "5");
    const moved = path.join(path.dirname(offer.folder), "Moved");
    fs.renameSync(offer.folder, moved);
    expect(serviceIdOf(ids, readDocumentFolder(moved), LISTED, true)).toBe("5");
    ids.set(moved, "5");
    expect(ids.foldersOf("5")).toEqual([moved]);
  });
});

describe("what somebody else changed at the service", () => {
  const at = (members: object, template: string, samples: Samples = new Map()) => ({
    members: { ...MEMBERS, ...members },
    template: bytes(template),
    samples,
  });
  const project = { folder: fs.mkdtempSync(path.join(root, "seen-")) };
  const state = path.join(root, "state");
  const known = () => new LastSeen(state, project, "http://localhost");
  const changed = (now: Sight, here: Sight, byPerson = false) =>
    known()
      .changedSince(
        "5",
        now,
        [...differencesOf(now, here), ...sampleDifferences(now.samples, here.samples ?? new Map())],
        byPerson,
      )
      .map(({ what }) => what);

  it("is distinguished from what only changed here, and nothing is if nothing was seen", () => {
    const seen = at({ output_name: "a" }, "<p>", new Map([["one", { a: 1 }]]));
    const mine = at({ output_name: "b" }, "<h1>", new Map([["one", { a: 2 }]]));
    expect(changed(at({ output_name: "x" }, "<p>x"), mine)).toEqual([]);
    // a machine that has seen nothing asks who saved the template last
    expect(changed(at({ output_name: "x" }, "<p>x"), mine, true)).toContain("template");

    const seenNow = known();
    seenNow.set("5", seen);
    seenNow.save();
    expect(changed(seen, mine)).toEqual([]);
    expect(changed(at({ output_name: "x" }, "<p>x", new Map([["one", { a: 3 }]])), mine)).toEqual([
      "output_name",
      "template",
      "sample one",
    ]);
    // Whatever this project does not change stays as it is there.
    expect(changed(at({ output_name: "a", folder: "Elsewhere" }, "<p>"), mine)).toEqual([]);
  });

  it("is not a draft of this project that was published", () => {
    const seen = known();
    seen.set("5", at({}, "<p>"), bytes("<h1>"));
    seen.save();
    expect(changed(at({}, "<h1>"), at({}, "<h2>"))).toEqual([]);
    expect(changed(at({}, "<p>"), at({}, "<h2>"))).toEqual([]);
    expect(changed(at({}, "<h3>"), at({}, "<h2>"))).toEqual(["template"]);
  });
});
