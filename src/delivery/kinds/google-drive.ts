import * as z from "zod";
import type { SettingName } from "../../domain/delivery/delivery-secrets.ts";
import { ownClient } from "../consent/consent-client.ts";
import { isLiteral, mergeText, optional, shared } from "../setting-values.ts";
import { type GoogleDriveAccount, googleDriveStore } from "../storage/google-drive-store.ts";
import { type GoogleLogin, pemOf } from "../storage/google-token.ts";
import { ifExistsSetting } from "../storage/if-exists.ts";
import { type SettingReader, storeKind } from "./store-kind.ts";

const check = z
  .strictObject({
    client_email: optional(mergeText()),
    private_key: optional(
      mergeText().refine((key) => !isLiteral(key) || key === "" || pemOf(key) !== undefined, {
        error: 'must be the "private_key" of a service account\'s key file',
      }),
    ),
    client_id: optional(mergeText()),
    client_secret: optional(mergeText()),
    refresh_token: optional(mergeText()),
    folder_id: optional(mergeText()),
    path: optional(mergeText()),
    if_exists: optional(ifExistsSetting()),
    ...shared,
  } satisfies Record<SettingName<"google_drive">, z.ZodType>)
  .superRefine((settings, context) => {
    const isAccount = Boolean(settings.client_email && settings.private_key);
    const isConsent =
      Boolean(settings.refresh_token) && Boolean(settings.client_id) === Boolean(settings.client_secret);
    const message = "must be given with private_key, or client_id, client_secret and refresh_token in place of both";
    if (isAccount === isConsent) context.addIssue({ code: "custom", path: ["client_email"], message });
    if (isAccount && !settings.folder_id)
      context.addIssue({ code: "custom", path: ["folder_id"], message: "must be given for a service account" });
  });

/** Google Drive. */
export const googleDriveKind = storeKind<GoogleDriveAccount>({
  check,
  account: (read) => ({ login: loginOf(read), folderId: read.line("folder_id") || "root" }),
  target: () => "www.googleapis.com",
  envelope: ({ folderId }) => ({ target: `Google Drive, ${folderId}` }),
  open: googleDriveStore,
});

function loginOf(read: SettingReader): GoogleLogin {
  const clientEmail = read.line("client_email");
  if (clientEmail !== "") return { kind: "service_account", clientEmail, privateKey: read.text("private_key") };
  return {
    kind: "consent",
    client: ownClient(read.line("client_id"), read.line("client_secret")),
    refreshToken: read.line("refresh_token"),
  };
}
