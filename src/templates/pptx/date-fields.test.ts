import { describe, expect, it } from "vitest";
import { withDatesOf } from "./date-fields.ts";

const NOW = new Date(Date.UTC(2024, 2, 5, 14, 7, 9));
const field = (type: string, content: string) => `<a:p><a:fld id="{1}" type="${type}">${content}</a:fld></a:p>`;

describe("date fields of a merged slide", () => {
  it.each([
    ["the day of the merge", "datetime4", "<a:t>May 1, 2001</a:t>", "<a:t>March 5, 2024</a:t>"],
    [
      "in the field's language",
      "datetime1",
      '<a:rPr lang="de-DE"/><a:t>1.5.2001</a:t>',
      '<a:rPr lang="de-DE"/><a:t>5.3.2024</a:t>',
    ],
    ["where no text was stored", "datetime10", '<a:rPr lang="en-US"/>', '<a:rPr lang="en-US"/><a:t>14:07</a:t>'],
    ["where the text was empty", "datetime10", "<a:t/>", "<a:t>14:07</a:t>"],
    ["but no other field", "slidenum", "<a:t>3</a:t>", "<a:t>3</a:t>"],
  ])("%s", (_, type, content, expected) => {
    expect(withDatesOf(NOW, field(type, content), "en-US")).toBe(field(type, expected));
  });

  it("each separately, leaving fields of other kinds untouched", () => {
    const slide = `${field("datetime4", "<a:t>a</a:t>")}<a:r><a:t>b</a:t></a:r>${field("datetime10", "<a:t>c</a:t>")}`;
    const dated = `${field("datetime4", "<a:t>March 5, 2024</a:t>")}<a:r><a:t>b</a:t></a:r>${field("datetime10", "<a:t>14:07</a:t>")}`;
    expect(withDatesOf(NOW, slide, "en-US")).toBe(dated);
  });
});
