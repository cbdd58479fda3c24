import { expect, it } from "vitest";
import { parseXml } from "../../office/xml-tree.ts";
import { docx, paragraph } from "../testing/docx-builder.ts";
import { merge } from "../testing/render.ts";
import { docxEngine } from "./docx-engine.ts";
import { ListLabels } from "./fields/list-labels.ts";
import { readStory, visibleText } from "./fields/story.ts";
import { FieldStyles } from "./fields/styles.ts";

/** The items of a list as a reader sees them, and the numbers that Word itself counts: by list, not by instance. */
async function items(html: string) {
  const file = await merge(docxEngine, docx({ body: paragraph("{$h|html}") }), { h: html });
  const numbering = file.xml("word/numbering.xml");
  const story = readStory(file.xml("word/document.xml"));
  const labels = new ListLabels(numbering, new FieldStyles(undefined), story.paragraphs);
  const shown = story.paragraphs.flatMap((each) => {
    const label = labels.of(each)?.text;
    return label === undefined ? [] : [`${label} ${visibleText(story, each.from, each.to).trim()}`];
  });
  return { shown, instances: parseXml(numbering).elements("w:num") };
}

it.each([
  ["<ol><li>one</li><li>two<ol><li>sub</li></ol></li><li>three</li></ol>", ["1. one", "2. two", "a. sub", "3. three"]],
  [
    "<ol><li>one<ol><li>x</li><li>y<ol><li>deep</li></ol></li></ol></li><li>two<ol><li>z</li></ol></li></ol>",
    ["1. one", "a. x", "b. y", "i. deep", "2. two", "a. z"],
  ],
  ["<ol><li>one<ol><li>x</li></ol>and<ol><li>y</li></ol></li><li>two</li></ol>", ["1. one", "a. x", "a. y", "2. two"]],
  ["<ol><li>one<ol start='3'><li>x</li></ol></li><li>two</li></ol>", ["1. one", "c. x", "2. two"]],
  ["<ol><li>one<ul><li>dot<ol><li>x</li></ol></li></ul></li><li>two</li></ol>", ["1. one", " dot", "i. x", "2. two"]],
  ["<ol><li>one</li></ol><p>and</p><ol><li>first</li></ol>", ["1. one", "1. first"]],
])("%s", async (html, expected) => {
  const { shown, instances } = await items(html);
  expect(shown).toEqual(expected);
  // An instance within another list leaves the levels above alone: Word counts them together.
  for (const instance of instances.slice(1)) {
    const first = instance.elements("w:lvlOverride")[0]?.attribute("w:ilvl");
    if (html.includes("start=") || html.includes(">and<ol>")) expect(first).toBe("1");
  }
});
