import { expect, it } from "vitest";
import { docx, paragraph, run } from "../testing/docx-builder.ts";
import { merge } from "../testing/render.ts";
import { docxEngine } from "./docx-engine.ts";

const TYPES = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const NAMES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"';
const comment = (id: number, paragraphId: string, text: string) =>
  `<w:comment w:id="${id}" w:author="A"><w:p w14:paraId="${paragraphId}">${run(text)}</w:p></w:comment>`;
const ended = (id: number) => `<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`;
const range = (id: number, content: string) => `<w:commentRangeStart w:id="${id}"/>${content}${ended(id)}`;

it("comments that loops repeat are comments of their own, with their answers", async () => {
  const template = docx({
    body:
      `<w:p>${range(7, run("before"))}</w:p>${paragraph("{foreach $s as $x}")}` +
      `<w:p><w:commentRangeStart w:id="1"/><w:commentRangeStart w:id="2"/>${run("{$x.n}")}${ended(1)}${ended(2)}${run("{if $x.c}")}${range(3, run("late"))}${run("{/if}")}</w:p>` +
      paragraph("{/foreach}"),
    parts: {
      "word/comments.xml": {
        content: `<w:comments ${NAMES}>${comment(7, "00000007", "alone")}${comment(1, "00000001", "question")}${comment(2, "00000002", "answer")}${comment(3, "00000003", "late")}</w:comments>`,
        type: `${TYPES}.comments+xml`,
      },
      "word/commentsExtended.xml": {
        content:
          '<w15:commentsEx xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"><w15:commentEx w15:paraId="00000007" w15:done="1"/><w15:commentEx w15:paraId="00000001" w15:done="0"/><w15:commentEx w15:paraId="00000002" w15:paraIdParent="00000001" w15:done="0"/><w15:commentEx w15:paraId="00000003" w15:done="0"/></w15:commentsEx>',
        type: `${TYPES}.commentsExtended+xml`,
      },
    },
    relationships: {
      c1: { type: "comments", target: "comments.xml" },
      c2: { type: "commentsExtended", target: "commentsExtended.xml" },
    },
  });
  const data = {
    s: [
      { n: "Ann", c: 0 },
      { n: "Bob", c: 1 },
    ],
  };
  const file = await merge(docxEngine, template, data, { settings: { keep_comments: true } });
  const ids = (xml: string, name: string) =>
    Array.from(xml.matchAll(new RegExp(`<w:${name} w:id="(\\d+)"`, "g")), ([, id]) => id);
  const document = file.xml("word/document.xml");
  const comments = file.xml("word/comments.xml");
  const written = ids(comments, "comment");
  expect(new Set(written).size).toBe(6);
  for (const name of ["commentRangeStart", "commentRangeEnd", "commentReference"])
    expect(ids(document, name).sort()).toEqual([...written].sort());
  const texts = comments.split("</w:comment>").map((each) => each.replace(/<[^>]*>/g, ""));
  expect(texts.slice(0, -1)).toEqual(["alone", "question", "answer", "question", "answer", "late"]);

  const paragraphs = Array.from(comments.matchAll(/w14:paraId="([^"]*)"/g), ([, id]) => id);
  expect(new Set(paragraphs).size).toBe(6);
  const threads = Array.from(
    file.xml("word/commentsExtended.xml").matchAll(/w15:paraId="([^"]*)"(?: w15:paraIdParent="([^"]*)")?/g),
    ([, id, parent]) => [id, parent],
  );
  expect(threads).toHaveLength(6);
  const [alone, question, answer, question2, answer2, late] = paragraphs;
  expect(threads).toEqual(
    expect.arrayContaining([
      [alone, undefined],
      [question, undefined],
      [answer, question],
      [question2, undefined],
      [answer2, question2],
      [late, undefined],
    ]),
  );
});
