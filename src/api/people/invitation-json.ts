import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import type { RequestContext } from "../../http/context.ts";
import { text } from "../../http/wire-values.ts";
import { workspaceMail } from "../../people/workspace-mail.ts";
import type { Invitation } from "../../store/invitations.ts";

/** An invitation that waits, or has expired; never its token. */
export const invitationSchema = z
  .object({
    id: z.string().meta({ description: "Identifier of the invitation." }),
    email: z.string().meta({ description: "Who is invited.", examples: ["ada@example.com"] }),
    role: z.string().meta({ description: "What they become.", examples: ["editor"] }),
    folders: z
      .array(
        z.object({
          id: z.string().meta({ description: "Id of the folder." }),
          role: z.string().meta({ description: "The role in it; `none` for nothing." }),
        }),
      )
      .meta({ description: "Folders where they get another role." }),
    invited_by: z.string().meta({ description: "Id of the person who invites; empty for an API key." }),
    created_at: z.iso.datetime().meta({ description: "When it was sent." }),
    expires_at: z.iso.datetime().meta({ description: "Until when it can be accepted." }),
  })
  .meta({ id: "Invitation" });

/** An invitation with what became of its link. */
export const sentInvitationSchema = invitationSchema
  .extend({
    mailed: z.literal([0, 1]).meta({ description: "1 if it left by mail." }),
    link: z.string().meta({
      description: "Where no mail leaves: the link to hand over, shown this once. Empty if it was mailed.",
    }),
    mail_problem: z.string().meta({ description: "Why the mail did not leave; empty otherwise." }),
  })
  .meta({ id: "SentInvitation" });

export const invitationParams = z.object({ invitation: text().meta({ description: "Id of the invitation." }) });

export const invitationJson = (invitation: Invitation): z.output<typeof invitationSchema> => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  folders: invitation.folders.map(({ folderId, role }) => ({ id: folderId, role: role ?? "none" })),
  invited_by: invitation.invitedBy,
  created_at: invitation.createdAt.toISOString(),
  expires_at: invitation.expiresAt.toISOString(),
});

export const invitationNotFound = (): Failure =>
  new Failure("not_found", "There is no such invitation in your workspace.");

/** Sends the link by mail. Only where no mail leaves it is shown: otherwise it proves who has the address. */
export async function sendInvitation(
  context: RequestContext,
  invitation: Invitation,
  token: string,
  inviter: string,
): Promise<z.output<typeof sentInvitationSchema>> {
  const shown = invitationJson(invitation);
  const link = `${context.settings.publicBaseUrl}/console/invitation#${token}`;
  const mail = await workspaceMail(context, invitation.workspaceId);
  if (!mail.sends) return { ...shown, mailed: 0, link, mail_problem: "" };
  const workspace = await context.store.workspaces.byId(invitation.workspaceId);
  try {
    await mail.send({ to: invitation.email, ...invitationMail({ workspace: workspace?.name ?? "", inviter, link }) });
    return { ...shown, mailed: 1, link: "", mail_problem: "" };
  } catch (error) {
    context.log.failure("invitation.mail_not_sent", error);
    const reason = error instanceof Error ? error.message : "the mail server did not take it";
    return { ...shown, mailed: 0, link: "", mail_problem: reason };
  }
}

/** What stands in names is text of one line: an invitation carries nobody's advertising. */
const oneLine = (name: string): string =>
  name
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+|https?:\/\/|\bwww\./giu, " ")
    .slice(0, 80)
    .trim();

const invitationMail = ({ workspace, inviter, link }: Record<"workspace" | "inviter" | "link", string>) => ({
  subject: `Invitation to ${oneLine(workspace)} on Docloom`,
  text: [
    `${oneLine(inviter) || "An owner"} invites you to the workspace "${oneLine(workspace)}", where documents are made.`,
    "",
    "Open this link within seven days to accept:",
    link,
    "",
    "The invitation is for this address only. If you expect none, do nothing.",
    "",
  ].join("\n"),
});
