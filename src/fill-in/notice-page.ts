import { html } from "hono/html";
import { pageAnswer, paragraphs } from "./html-page.ts";
import type { Speech, Word } from "./words.ts";

/** Why there is no form: two of the page's own words each. */
const NOTICES = {
  closed: ["closedTitle", "closed"],
  gone: ["goneTitle", "gone"],
  failed: ["failedTitle", "failed"],
  busy: ["failedTitle", "busy"],
  merge: ["mergeTitle", "merge"],
} as const satisfies Record<string, readonly [Word, Word]>;

export type Notice = keyof typeof NOTICES;

/** A page without a form: it says what is the matter, and nothing about whose page it is. @param link to a form */
export function noticePage(
  notice: Notice,
  { say, language }: Speech,
  status: number,
  { headers, link }: { headers?: Readonly<Record<string, string>>; link?: string } = {},
): Promise<Response> {
  const [title, text] = NOTICES[notice];
  const content = html`<h1>${say(title)}</h1>${paragraphs(say(text))}
${link === undefined ? "" : html`<p><a class="button send" href="${link}">${say("fillHere")}</a></p>`}`;
  return pageAnswer({ title: say(title), language, content }, status, headers);
}
