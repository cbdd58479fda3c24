import { notifyHooks } from "../../delivery/hooks/notify-hooks.ts";
import { Failure } from "../../domain/failure.ts";
import { FAILURE_CODES } from "../../domain/failure-codes.ts";
import { type MergeData, stringifyMergeData } from "../../domain/merge-data.ts";
import type { FileLink, Outcome } from "../../fill-in/form-page.ts";
import type { RequestContext } from "../../http/context.ts";
import { acceptRun, type MergeRequest, mergeRun } from "../../merge/accept/accept-run.ts";
import type { MergeServices } from "../../merge/context.ts";
import type { MergeAnswer } from "../../merge/merge-answer.ts";
import { mergeNow } from "../../merge/merge-now.ts";
import { derivedId } from "../../store/ids.ts";
import { mergeServicesOf } from "../documents/merge-services-of.ts";
import { answerMail } from "./answer-mail.ts";
import { type OpenPage, pageClosed } from "./page-at.ts";
import { checkPerson } from "./person-check.ts";

/** How long the link to the file works that follows. */
const LINK_LIFETIME_MS = 24 * 60 * 60 * 1_000;
/** How long answers for which there is no place are looked for among those that came at the same moment. */
const WAITS_FOR_RUN_MS = [50, 100, 200, 400];
/** A merge that somebody waits for is written at its end. */
const WAITS_FOR_FILE_MS = [...WAITS_FOR_RUN_MS, 800, 1_600];
const [MERGE_TRIES, MERGE_WAIT_MS] = [60, 500];
/** How long a page may lie open for an answer that is sent twice to count once. */
const ONCE_LIFETIME_MS = 24 * 60 * 60 * 1_000;

/**
 * Why nothing was made of answers, which are not counted then. `failed`: they cannot be merged. `busy`: too many mails would
 * follow now. `refused`, `unchecked`: Turnstile does not say that a person sent them.
 */
export type NotSent = "failed" | "busy" | "refused" | "unchecked";

/** What came with answers. */
interface Sending {
  /** Tells two answers from one that is sent twice. */
  once: unknown;
  /** What Turnstile gave the browser. */
  token: unknown;
}

/**
 * Makes a run of what was filled in, as a merge does. The same answers of the same page are one run, however often they are
 * sent.
 * @throws Failure `fill_in_closed` if others have been quicker
 */
export async function sendAnswers(
  context: RequestContext,
  opened: OpenPage,
  data: MergeData,
  { once, token }: Sending,
): Promise<Outcome | NotSent> {
  const { store, requestId, now } = context;
  const { page, owner, settings, turnstile } = opened;
  const services = mergeServicesOf(context);
  const runId = runIdOf(page.id, data, once, now());
  let isRepeated = await isRun(store, opened, runId);
  if (turnstile && !isRepeated) {
    const checked = await checkPerson(context, page.workspaceId, turnstile, token, runId);
    if (checked !== "person") return checked;
  }
  const mail = await answerMail(context, opened, data, isRepeated);
  if (mail === "busy") return mail;
  const target = await owner.target();
  const request: MergeRequest = {
    target: mail ? { ...target, task: { ...target.task, delivery: mail.delivery } } : target,
    data,
    test: false,
    source: "fill_in",
    byAddress: true,
    requestId,
    askedBy: { type: "fill_in", id: "", via: "api" },
    runId,
  };
  // the same answers may arrive twice at once, both before there is a run: the one that comes to nothing new is taken back
  if (!isRepeated && !(await store.fillInPages.count(page, settings.times))) {
    if (!(await becomesRun(store, opened, runId))) throw pageClosed();
    isRepeated = true;
  }

  try {
    if (settings.follows !== "file") {
      const accepted = await acceptRun(services, page.workspaceId, mergeRun(request));
      if (!isRepeated && accepted.requestId !== requestId) await store.fillInPages.uncount(page);
      notifyHooks(context, page.workspaceId);
      return { mail };
    }
    const { runId: made, files, isNew } = await mergeOrWait(services, request);
    if (!isRepeated && !isNew) await store.fillInPages.uncount(page);
    // an e-invoice beside the PDF of a document is for programs; a data route makes as many files as its rules say
    const shown = "documentId" in owner.key ? files.slice(0, 1) : files;
    return { links: await linksTo(context, page.workspaceId, made, shown) };
  } catch (error) {
    if (!isRepeated) await store.fillInPages.uncount(page);
    // what is wrong with a template is no business of a stranger's: the run says it to its owners
    if (!(error instanceof Failure) || FAILURE_CODES[error.code][0] >= 500) throw error;
    context.log.warn("fill_in.not_merged", { code: error.code });
    return "failed";
  }
}

/** Whether these answers have come before. */
export async function wasSent(
  { store, now }: RequestContext,
  opened: OpenPage,
  data: MergeData,
  once: unknown,
): Promise<boolean> {
  return await becomesRun(store, opened, runIdOf(opened.page.id, data, once, now()));
}

const isRun = async (
  { runs }: RequestContext["store"],
  { page }: OpenPage,
  runId: string | undefined,
): Promise<boolean> => runId !== undefined && (await runs.byId(page.workspaceId, runId)) !== undefined;

/** Whether there is a run, or one in a moment: answers that are sent twice at once are counted before it is made. */
async function becomesRun(store: RequestContext["store"], opened: OpenPage, runId: string | undefined) {
  if (runId === undefined) return false;
  for (const wait of opened.settings.follows === "file" ? WAITS_FOR_FILE_MS : WAITS_FOR_RUN_MS) {
    if (await isRun(store, opened, runId)) return true;
    await pause(wait);
  }
  return await isRun(store, opened, runId);
}

/** Merges; while another request merges the same answers, its files are waited for. */
async function mergeOrWait(services: MergeServices, request: MergeRequest): Promise<MergeAnswer> {
  for (let tries = 1; ; tries++) {
    try {
      return await mergeNow(services, request);
    } catch (error) {
      const isUnderWay = error instanceof Failure && error.code === "idempotency_in_progress";
      if (!isUnderWay || tries >= MERGE_TRIES) throw error;
      await pause(MERGE_WAIT_MS);
    }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function linksTo(
  { store, settings, now }: RequestContext,
  workspaceId: string,
  runId: string,
  files: readonly { name: string }[],
): Promise<FileLink[]> {
  if (files.length === 0) return [];
  const expiresAt = new Date(now().getTime() + LINK_LIFETIME_MS);
  const tokens = await store.links.createAll(workspaceId, runId, [...files.keys()], expiresAt, { keepsFiles: true });
  return files.map(({ name }, index) => ({ name, url: `${settings.publicBaseUrl}/files/${tokens[index]}` }));
}

/** Undefined for a page that was open for too long, or a program that names none: each of its answers is one. */
function runIdOf(pageId: string, data: MergeData, once: unknown, now: Date): string | undefined {
  const [, time = "", secret = ""] = /^(\d{13})\.([0-9a-f-]{36})$/.exec(typeof once === "string" ? once : "") ?? [];
  const opened = Number(time);
  if (!time || opened > now.getTime() || opened < now.getTime() - ONCE_LIFETIME_MS) return undefined;
  return derivedId(new Date(opened), JSON.stringify(["fill_in", pageId, secret, stringifyMergeData(data)]));
}
