import { expect, it } from "vitest";
import { checkSvgDrawings } from "./svg-drawings.ts";

/** Each level uses the one below ten times. */
const nested = (levels: number, use = (id: string) => `<use href="#${id}"/>`) =>
  `<svg><defs><rect id="a0" width="1"/>${Array.from(
    { length: levels },
    (_, level) => `<g id="a${level + 1}">${use(`a${level}`).repeat(10)}</g>`,
  ).join("")}</defs>${use(`a${levels}`)}</svg>`;

it("refuses SVG whose use elements bring millions of drawings, and says how many are allowed", () => {
  expect(() => checkSvgDrawings(nested(7))).toThrow(
    expect.objectContaining({ code: "too_complex", message: expect.stringContaining("100,000 are allowed") }),
  );
  expect(() => checkSvgDrawings(nested(7, (id) => `<use xlink:href='#${id}'></use>`))).toThrow();
});

it("reads html once, however many of its tags have no end", () => {
  const tags = ["<a ", '<a b="', "<a b='c' ", "<", "</", "<use "];
  for (const tag of tags) checkSvgDrawings(`<svg><use href="#a"/></svg>${tag.repeat(1_000_000)}`);
  checkSvgDrawings(`<svg><use href="#a"/>${"<g>".repeat(190)}${"</b>".repeat(1_000_000)}`);
});

it("leaves symbols of an icon sheet that are used a thousand times, deep groups and circles alone", () => {
  checkSvgDrawings(nested(3));
  const icons = Array.from(
    { length: 200 },
    (_, index) => `<symbol id="i${index}"><path d="M0 0"/><path d="M1 1"/></symbol>`,
  );
  checkSvgDrawings(`<svg hidden>${icons.join("")}</svg>${'<svg><use href="#i7"/></svg>'.repeat(5_000)}`);
  checkSvgDrawings('<svg><g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g></svg>');
  const chain = Array.from({ length: 50_000 }, (_, index) => `<g id="c${index}"><use href="#c${index + 1}"/></g>`);
  checkSvgDrawings(`<svg><defs>${chain.join("")}</defs><use href="#c0"/></svg>`);
  checkSvgDrawings('<p>the &lt;use&gt; element</p><use href="#nowhere">');
});
