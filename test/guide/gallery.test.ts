import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { STARTER_TEMPLATES } from "../../console/screens/gallery/template-list.ts";
import { dataWarnings, runFields } from "../../src/merge/run/run-fields.ts";
import { engineFor } from "../../src/templates/engines.ts";
import { TEST_ENVIRONMENT } from "../../src/templates/testing/render.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../console/gallery");

it("begins with what Word and PowerPoint open, each under a name of its own", () => {
  const types = STARTER_TEMPLATES.map(({ type }) => type);
  expect(types.slice(0, 6).every((type) => type === "docx" || type === "pptx")).toBe(true);
  expect(types.slice(types.indexOf("html")).every((type) => type === "html")).toBe(true);
  expect(new Set(STARTER_TEMPLATES.map(({ name }) => name)).size).toBe(types.length);
});

it.each(STARTER_TEMPLATES.map((template) => [template.id, template] as const))(
  "the gallery's %s merges its example without a warning",
  async (id, { type }) => {
    const bytes = new Uint8Array(fs.readFileSync(path.join(FOLDER, `${id}.${type}`)));
    const data = JSON.parse(fs.readFileSync(path.join(FOLDER, `${id}.json`), "utf8"));
    expect(fs.existsSync(path.join(FOLDER, `${id}.webp`))).toBe(true);
    const settings = type === "pdf" ? { flatten: false } : {};
    const { errors, warnings } = await engineFor(type).inspect(bytes, settings);
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
    const source = { versionKey: `gallery ${id}`, bytes: async () => bytes };
    const now = new Date("2026-12-01T12:00:00Z");
    const merged = await engineFor(type).render(source, data, { ...TEST_ENVIRONMENT, now, settings });
    const fields = runFields(merged.templateFields.names, data);
    expect([...merged.warnings, ...dataWarnings(fields, (name) => merged.templateFields.placeOf(name))]).toEqual([]);
  },
);
