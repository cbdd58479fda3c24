/** A page for painters without a browser: elements are made and can be looked at, but nothing is laid out. */
import { Window } from "happy-dom";
import { afterAll, beforeAll, vi } from "vitest";
import { SHEET_SCALE } from "../elements/elements.ts";

/** Gives the tests of a file the page's globals. */
export function withPageDocument(): void {
  beforeAll(() => {
    const page = new Window();
    for (const name of ["document", "NodeFilter", "HTMLAnchorElement"] as const) vi.stubGlobal(name, page[name]);
  });
  afterAll(() => {
    vi.unstubAllGlobals();
  });
}

/** Left, top, width and height of an element in points of its sheet, as in `10 20 30x40`; `-` where nothing is set. */
export function placeText(element: Element): string {
  const { style } = element as HTMLElement;
  const points = (length: string) =>
    length === "" ? "-" : Number((Number.parseFloat(length) / SHEET_SCALE).toFixed(2));
  return `${points(style.left)} ${points(style.top)} ${points(style.width)}x${points(style.height)}`;
}

/** Attributes of the elements that a selector finds, leaving out those that are absent. */
export function attributesOf(root: Element, selector: string, ...names: string[]): string[] {
  return [...root.querySelectorAll(selector)].map((found) =>
    names.flatMap((name) => found.getAttribute(name) ?? []).join(" "),
  );
}
