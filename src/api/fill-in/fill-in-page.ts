import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import { type FormPage, formPage, thanksPage } from "../../fill-in/form-page.ts";
import { noticePage } from "../../fill-in/notice-page.ts";
import { readAnswers } from "../../fill-in/read-answers.ts";
import { openedWith, type Typed, withChangedRows } from "../../fill-in/typed.ts";
import { speechOf } from "../../fill-in/words.ts";
import { FilePart } from "../../http/body/body-tree.ts";
import type { RequestContext } from "../../http/context.ts";
import { type Endpoint, endpoint } from "../../http/endpoint.ts";
import { acceptsHtml } from "../../http/prefer.ts";
import { requireSameOrigin } from "../../http/same-origin.ts";
import { bodyTree, numericId, text } from "../../http/wire-values.ts";
import { type OpenPage, pageAt, pageClosed, pageLanguage, pageToSendAt } from "./page-at.ts";
import { TOKEN_INPUT } from "./person-check.ts";
import { type NotSent, sendAnswers, wasSent } from "./send-answers.ts";

const params = z.object({
  id: numericId().meta({ description: "Id of the document or the data route." }),
  key: text().meta({ description: "The page's own key." }),
});
const PROBLEMS = ["not_found", "fill_in_closed", "rate_limited"] as const;

const shownPage = (page: OpenPage, typed: Typed): FormPage => ({
  ...page,
  typed,
  problems: new Map(),
  once: newOnce(),
  siteKey: page.turnstile?.siteKey,
});

/** When a page was opened, and something that nobody can guess: an answer that is sent twice is told by it. */
const newOnce = (): string => `${Date.now()}.${crypto.randomUUID()}`;

/** What the page says, and its status, of answers that were not taken. */
const NOT_SENT = {
  failed: ["failed", 422],
  busy: ["mailBusy", 429],
  refused: ["noPerson", 422],
  unchecked: ["notChecked", 503],
} as const satisfies Readonly<Record<NotSent, unknown>>;

/** What people see of a failure; it names nothing of the workspace. */
const failurePage: NonNullable<Endpoint["failurePage"]> = ({ status, headers }, { request }) => {
  const notice = status === 404 ? "gone" : status === 410 ? "closed" : status === 429 ? "busy" : "failed";
  const wait = headers.get("retry-after");
  return noticePage(notice, speechOf(pageLanguage(request)), status, { headers: wait ? { "retry-after": wait } : {} });
};

/** GET /form/:id/:key: the page on which people without an account fill a document in. */
export const openFillIn = endpoint({
  method: "get",
  path: "/form/:id/:key",
  summary: "Open a fill-in page",
  description:
    "A page in html that works without scripts. Its query fills those fields that may be filled so, by their names; `lang` asks for a language.",
  tag: "Fill-in pages",
  auth: "none",
  params,
  answersUsers: true,
  failurePage,
  problems: PROBLEMS,
  responses: { 200: { description: "The page", mediaType: "text/html" } },

  async handle({ params, context }) {
    const page = await pageAt(context, params);
    return formPage(shownPage(page, openedWith(page.fields, new URL(context.request.url).searchParams)));
  },
});

/** POST /form/:id/:key: what was filled in becomes a run. */
export const sendFillIn = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/form/:id/:key",
  summary: "Send a fill-in page",
  description:
    "Takes the fields that the page asks for, and nothing else. They are merged as data, with the deliveries of the document or the data route.",
  tag: "Fill-in pages",
  auth: "none",
  params,
  body: bodyTree(),
  answersUsers: true,
  failurePage,
  problems: [...PROBLEMS, "cross_site_request"],
  responses: {
    200: { description: "What follows, or the page with another row", mediaType: "text/html" },
    303: { description: "Another address follows" },
  },

  async admit({ params, context }) {
    requireOwnPage(context);
    return await pageToSendAt(context, params);
  },
  keepsFor: ({ found }) => found,
  async handle({ found: page, body, context }) {
    const typed: Typed = body;
    if (page.isFull && !(await isRepeated(context, page, typed))) throw pageClosed();
    const changed = withChangedRows(page.fields, typed);
    if (changed) return formPage(shownPage(page, changed));
    // only programs fill in what nobody sees; they are told that it worked
    if (typed._website) return thanksPage(page);

    const { data, problems } = readAnswers(page.fields, typed, page.speech, fileOf);
    if (problems.size > 0) return answerProblems(context, { ...shownPage(page, typed), problems });

    const sent = await sendAnswers(context, page, data, { once: typed._once, token: typed[TOKEN_INPUT] });
    if (typeof sent === "string") {
      const [problem, status] = NOT_SENT[sent];
      return formPage({ ...shownPage(page, typed), problem: page.speech.say(problem) }, status);
    }
    const { follows, address } = page.settings;
    if (follows === "address" && address) return new Response(null, { status: 303, headers: { location: address } });
    return thanksPage(page, sent);
  },
});

/** Whether the same answers were sent before: who clicks twice sees the same twice, on the last free place, too. */
async function isRepeated(context: RequestContext, page: OpenPage, typed: Typed): Promise<boolean> {
  const { data, problems } = readAnswers(page.fields, typed, page.speech, fileOf);
  return problems.size === 0 && (await wasSent(context, page, data, typed._once));
}

/** A file part of the body; nothing else that was sent is a file. */
const fileOf = (value: unknown) => (value instanceof FilePart ? value : undefined);

/** The page again, with what was typed; a program gets what is wrong as data. */
function answerProblems({ request }: RequestContext, page: FormPage): Promise<Response> {
  if (acceptsHtml(request)) return formPage(page, 422);
  const errors = Array.from(page.problems, ([name, message]) => ({ pointer: pointerOf(name), message }));
  throw new Failure("invalid_request", errors.map(({ pointer, message }) => `${pointer}: ${message}`).join(" "), {
    errors,
  });
}

/** `Items[0][Price]` as `/Items/0/Price`. */
const pointerOf = (name: string): string => `/${name.replaceAll("]", "").replaceAll("[", "/")}`;

/** No other site's page may send this one in a visitor's browser. Programs say nothing of where they come from. */
function requireOwnPage({ request, settings }: RequestContext): void {
  const { headers } = request;
  if (headers.has("sec-fetch-site") || headers.has("origin")) requireSameOrigin(request, settings.publicBaseUrl);
}
