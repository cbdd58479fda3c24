import { Failure } from "../../domain/failure.ts";
import type { FillInField, FillInSettings } from "../../domain/fill-in.ts";
import { pageFields } from "../../fill-in/page-fields.ts";
import { chooseLanguage, type Speech, speechOf } from "../../fill-in/words.ts";
import { clientAddress } from "../../http/client-address.ts";
import type { RequestContext } from "../../http/context.ts";
import { noteWorkspace } from "../../http/note-workspace.ts";
import { limitRate } from "../../http/rate-limit.ts";
import type { AddressedPage, FillInPage } from "../../store/addresses/fill-in-pages.ts";
import type { StoredTurnstileKeys } from "../../store/addresses/turnstile-keys.ts";
import { ownerOf, type PageOwner } from "./page-owner.ts";

/** A page that can be filled in. */
export interface OpenPage {
  page: AddressedPage;
  owner: PageOwner;
  settings: FillInSettings;
  title: string;
  fields: readonly FillInField[];
  speech: Speech;
  /** Set if the workspace has Turnstile tell people from programs. */
  turnstile: StoredTurnstileKeys | undefined;
  /** What its workspace keeps, in bytes. */
  storedBytes: number;
  /** As many answers were sent as it takes: only one that was sent before is answered once more. */
  isFull: boolean;
}

/**
 * The page at an address, if it is on and open. One that is off, one that is gone and one that never was are answered alike.
 * @throws Failure `not_found`, `fill_in_closed`, `rate_limited`
 */
export async function pageAt(context: RequestContext, at: { id: number; key: string }): Promise<OpenPage> {
  const page = await pageToSendAt(context, at);
  if (page.isFull) throw pageClosed();
  return page;
}

/**
 * The page for somebody who sends it: one that takes no more answers, too, as the last may be sent twice.
 * @throws Failure `not_found`, `fill_in_closed`, `rate_limited`
 */
export async function pageToSendAt(
  context: RequestContext,
  { id, key }: { id: number; key: string },
): Promise<OpenPage> {
  const { store, request } = context;
  await limitPage(context, `form/${id}/${key}`);
  const page = await store.lookUps.fillInPages.byKey(id, key);
  const owner = page && (await ownerOf(context, page));
  const settings = owner?.settings;
  if (!page || !owner || !settings?.on) throw new Failure("not_found", "There is no such page.");

  noteWorkspace(context, page.workspaceId);
  if (!isInTime(context, owner, settings)) throw pageClosed();

  const speech = speechOf(pageLanguage(request, settings));
  const [fields, turnstile] = await Promise.all([
    pageFields(settings, owner.fields),
    store.turnstileKeys.ofWorkspace(page.workspaceId),
  ]);
  return {
    page,
    owner,
    settings,
    title: speech.text(settings.title) || owner.name,
    fields,
    speech,
    turnstile,
    storedBytes: page.storedBytes,
    isFull: isFull(settings, page),
  };
}

/** Whether a page takes answers. */
export const isOpen = (
  context: RequestContext,
  owner: Pick<PageOwner, "active">,
  settings: FillInSettings,
  page: FillInPage,
): boolean => isInTime(context, owner, settings) && !isFull(settings, page);

function isInTime(
  { now }: RequestContext,
  { active }: Pick<PageOwner, "active">,
  { on, until }: FillInSettings,
): boolean {
  return on === true && active && (until === undefined || new Date(until) > now());
}

const isFull = ({ times }: FillInSettings, { sent }: FillInPage): boolean => times !== undefined && sent >= times;

export const pageClosed = (): Failure =>
  new Failure("fill_in_closed", "This page is closed: it takes no more answers.");

/** The language that a page is shown in; without settings, of a page that says nothing but that it is not there. */
export const pageLanguage = (request: Request, settings?: FillInSettings) =>
  chooseLanguage(
    settings?.languages?.length ? settings.languages : undefined,
    new URL(request.url).searchParams.get("lang") ?? undefined,
    request.headers.get("accept-language"),
  );

/**
 * Counted for the page and for whoever opens it; what is sent is counted more strictly, as it makes work.
 * @throws Failure `rate_limited`
 */
async function limitPage(context: RequestContext, page: string): Promise<void> {
  const address = clientAddress(context);
  const policy = context.request.method === "POST" ? "logins" : "merges";
  await limitRate(context, policy, page, "answers on this page");
  if (address !== "unknown") await limitRate(context, policy, `forms/${address}`, "answers from this address");
}
