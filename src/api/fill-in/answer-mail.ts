import { mailWay } from "../../delivery/email/email-transport.ts";
import { emailKind } from "../../delivery/kinds/email.ts";
import { comparableEmail } from "../../domain/access/person.ts";
import { sealSettings } from "../../domain/delivery/delivery-secrets.ts";
import { stepsOf } from "../../domain/fill-in.ts";
import type { MergeData } from "../../domain/merge-data.ts";
import type { OwnDelivery } from "../../domain/run-task.ts";
import { markChecked } from "../../domain/saved-rules.ts";
import { textBox } from "../../domain/text-box.ts";
import { typedAt } from "../../fill-in/typed.ts";
import type { RequestContext } from "../../http/context.ts";
import { sha256Hex } from "../../store/sha256.ts";
import type { OpenPage } from "./page-at.ts";

/** Mails that follow pages of a workspace, in an hour: to one address, and to all. What somebody types is no way to write to others. */
const MAILS_AN_HOUR = { toOne: 3, toAll: 100 } as const;

/** The mail that follows, and whether mails leave this service at all. */
export interface AnswerMail {
  delivery: OwnDelivery;
  address: string;
  leaves: boolean;
}

/**
 * The mail to whoever has filled the page in: to the one address that was typed, with the words of the page's author and nothing of
 * what was typed but the merged file.
 * @param isRepeated it was counted before
 * @returns `busy` if there have been too many
 */
export async function answerMail(
  context: RequestContext,
  { owner: { workspaceId }, settings, title, speech }: OpenPage,
  data: MergeData,
  isRepeated: boolean,
): Promise<AnswerMail | "busy" | undefined> {
  const { follows, mail_to, mail_subject, mail_text } = settings;
  if (follows !== "mail" || mail_to === undefined) return undefined;
  const address = String(typedAt(data, stepsOf(mail_to)) ?? "");
  const { env, store } = context;
  if (!isRepeated && !(await takeMail(context, workspaceId, address))) return "busy";
  const checked = emailKind.check.parse({
    to: address,
    subject: literal(speech.text(mail_subject) || title),
    text: literal(speech.text(mail_text) || `${speech.say("mailText")}\n`),
    attach: 1,
  });
  const box = textBox(env.SECRETS_KEY, workspaceId);
  const settingsOfMail = await sealSettings(box, "email", markChecked({ ...(checked as object) }));
  const hasServer = (await store.mailServers.ofWorkspace(workspaceId)) !== undefined;
  return {
    delivery: { kind: "email", settings: settingsOfMail },
    address,
    leaves: mailWay(env, hasServer) !== "kept_here",
  };
}

/** Words of a page are no templates. */
const literal = (text: string): string => text.replace(/[{}]/g, (brace) => (brace === "{" ? "{ldelim}" : "{rdelim}"));

/** Counts one more mail; false if there have been too many. */
async function takeMail({ store, now }: RequestContext, workspaceId: string, address: string): Promise<boolean> {
  const { mailCounts } = store;
  const ofPages = `${workspaceId}/pages`;
  const toOne = `${ofPages}/${await sha256Hex(comparableEmail(address) ?? address)}`;
  const time = now();
  const isTaken = await mailCounts.take(ofPages, 1, MAILS_AN_HOUR.toAll, time);
  if (isTaken && (await mailCounts.take(toOne, 1, MAILS_AN_HOUR.toOne, time))) return true;
  if (isTaken) await mailCounts.giveBack(ofPages, 1, time);
  return false;
}
