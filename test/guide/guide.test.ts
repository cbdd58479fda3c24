import fs from "node:fs";
import path from "node:path";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { GUIDE_FOLDER, type GuideExample, readGuide } from "../../scripts/read-guide.ts";
import type { DocumentType } from "../../src/domain/document.ts";
import { warningMessage } from "../../src/domain/template-warning.ts";
import { mergeText } from "../../src/language/merge-text.ts";
import { planRules } from "../../src/merge/route/rule-merges.ts";
import { dataWarnings, runFields } from "../../src/merge/run/run-fields.ts";
import { openPdf } from "../../src/pdf/document.ts";
import { listFormFields } from "../../src/pdf/form/list-fields.ts";
import { engineFor } from "../../src/templates/engines.ts";
import { docx, paragraph, row, table } from "../../src/templates/testing/docx-builder.ts";
import { TEST_ENVIRONMENT } from "../../src/templates/testing/render.ts";
import { buildExample } from "./build-example.ts";
import { guidePicture } from "./image.ts";

const TYPES = { word: "docx", excel: "xlsx", powerpoint: "pptx", pdf: "pdf", html: "html" } as const;
const pages = readGuide();
const examples = pages.flatMap((page) => page.examples);
const isFile = (example: GuideExample): example is GuideExample & { kind: keyof typeof TYPES } => example.kind in TYPES;

/** The text that a reader of the file sees, as far as a test needs it. */
function textOf(type: DocumentType, bytes: Uint8Array): string {
  if (type === "html") return new TextDecoder().decode(bytes).replace(/<(?!style|\/style)[^>]*>/g, "");
  if (type === "pdf")
    return listFormFields(openPdf(bytes))
      .map(({ value }) => value)
      .join("\n");
  const parts = Object.entries(unzipSync(bytes))
    .filter(([name]) => /^(?:word\/document|xl\/worksheets\/sheet1|ppt\/slides\/[^/]*)\.?.*xml$/.test(name))
    .sort(([left], [right]) => left.localeCompare(right));
  return parts
    .map(([, part]) => new TextDecoder().decode(part))
    .join("\n")
    .replace(/<f>[^<]*<\/f>/g, "")
    .replace(/<\/(?:[wa]:p|c)>/g, "\n")
    .replace(/<[^>]*>/g, "");
}

function expectInOrder(text: string, shows: readonly string[]): void {
  expect(shows.length).toBeGreaterThan(0);
  let from = 0;
  for (const each of shows) {
    const at = text.indexOf(each, from);
    expect(at, `${JSON.stringify(each)} behind place ${from} of:\n${text}`).toBeGreaterThanOrEqual(from);
    from = at + each.length;
  }
}

const dataOf = ({ data }: GuideExample) =>
  JSON.parse(
    JSON.stringify(data).replaceAll(
      "guide:picture",
      `data:image/png;base64,${btoa(String.fromCharCode(...guidePicture()))}`,
    ),
  );

describe("examples of the guide", () => {
  it.each(examples.filter(isFile).map((example) => [`${example.page}: ${example.name}`, example] as const))(
    "%s",
    async (_, example) => {
      const type = TYPES[example.kind];
      const settings = type === "pdf" ? { flatten: false } : {};
      const template = await buildExample(example);
      const { errors, warnings } = await engineFor(type).inspect(template, settings);
      expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
      const source = { versionKey: `guide ${example.name}`, bytes: async () => template };
      const now = new Date("2026-12-01T12:00:00Z");
      const merged = await engineFor(type).render(source, dataOf(example), { ...TEST_ENVIRONMENT, now, settings });
      expect(merged.warnings).toEqual([]);
      expectInOrder(textOf(type, merged.bytes), example.shows);
    },
  );

  it.each(examples.filter(({ kind }) => kind === "mail").map((example) => [example.name, example] as const))(
    "mail %s",
    (_, example) => {
      const settings = Object.values(JSON.parse(example.source) as Record<string, string>);
      expectInOrder(
        settings.map((setting) => mergeText(setting, example.data, TEST_ENVIRONMENT)).join("\n"),
        example.shows,
      );
    },
  );

  it.each(examples.filter(({ kind }) => kind === "route").map((example) => [example.name, example] as const))(
    "route %s",
    (_, example) => {
      const written = JSON.parse(example.source) as { document: string; conditions?: []; loop_field?: string }[];
      const rules = written.map(({ document, conditions = [], loop_field = "" }, index) => ({
        ...{ id: document, file: document, combine: false, combineDocx: false },
        ...{ sort: index, loopField: loop_field, conditions },
      }));
      const plans = planRules(rules, example.data, TEST_ENVIRONMENT);
      expect(plans.flatMap(({ rule, mergeData }) => mergeData.map(() => rule.id))).toEqual(example.shows);
    },
  );
});

describe("pages of the guide", () => {
  it("are all served, and lead only to pages that are", () => {
    const files = fs.readdirSync(GUIDE_FOLDER).filter((name) => name.endsWith(".md"));
    const served = pages.map(({ name }) => `${name}.md`);
    expect(served.toSorted()).toEqual(files.toSorted());
    const links = pages.flatMap(({ markdown }) => [...markdown.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, to]) => to));
    expect(links.filter((to) => !files.includes(to ?? ""))).toEqual([]);
  });

  it("are those that the console's screens lead to", () => {
    const source = fs.readFileSync(path.join(GUIDE_FOLDER, "../../console/app/guide-link.tsx"), "utf8");
    const named = [...source.matchAll(/^ {2}\[\/.*\/, "([\w-]+)"\],$/gm)].map(([, name]) => name ?? "");
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !pages.some((page) => page.name === name))).toEqual([]);
  });

  it("have each example as a file that has a name of its own", () => {
    const names = examples.map(({ name }) => name);
    expect(names.length).toBe(new Set(names).size);
  });
});

describe("mistakes of the guide", () => {
  const mistakes = pages.flatMap((page) => page.mistakes);

  it("exist", () => expect(mistakes.length).toBeGreaterThan(10));

  const isData = ({ typed }: { typed: string }) => typed.startsWith('{"');
  const rows = (list: typeof mistakes) => list.map(({ typed, said }) => [typed, said] as const);

  it.each(rows(mistakes.filter(isData)))("in the data: %s", async (typed, said) => {
    const items = table(row("Name", "Price"), row("{tablerow $Items as $i}{$i.name}", "{$i.price}{/tablerow}"));
    const body = paragraph("Report") + paragraph("{$Currency}") + items + paragraph("{image src=$Logo}");
    const source = { versionKey: "guide of mistakes", bytes: async () => docx({ body }) };
    const data = JSON.parse(typed);
    const { warnings, templateFields } = await engineFor("docx").render(source, data, TEST_ENVIRONMENT);
    const slips = dataWarnings(runFields(templateFields.names, data), (name) => templateFields.placeOf(name));
    expect([...warnings, ...slips]).toEqual([said]);
  });

  it.each(rows(mistakes.filter((each) => !isData(each))))("%s", async (typed, said) => {
    const lines = typed.split(" ⏎ ").map((line) => paragraph(line));
    const template = docx({ body: lines.join("") + paragraph("{$Known}") });
    const { errors, warnings } = await engineFor("docx").inspect(template, {});
    const expected = [...errors.map(({ message }) => message), ...warnings.map(warningMessage)];
    expect(expected.join("\n")).toContain(said);
  });
});

it("pages lead to pages and pictures that exist", async () => {
  const { existsSync } = await import("node:fs");
  const folder = new URL("../../docs/guide/", import.meta.url);
  for (const { name, markdown } of pages)
    for (const [, target = ""] of markdown.matchAll(/\]\((?!https?:)([^)#]+)\)/g))
      expect(existsSync(new URL(target, folder)), `${name}.md: ${target}`).toBe(true);
});
