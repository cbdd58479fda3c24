import type { ConsentAnswer } from "../../api/consents.ts";

/** Why an account was not connected, and what helps. */
export function consentWords({ failed, reason }: Pick<ConsentAnswer, "failed" | "reason">, platform: string): string {
  const said = /^[a-z_]{1,60}$/.test(reason) && reason !== "access_denied" ? ` (${reason})` : "";
  switch (failed) {
    case "declined":
      return `${platform} did not give access${said}. If you did not decline it yourself, check how the app is set up there.`;
    case "refused":
      return reason === "invalid_client"
        ? `${platform} does not know the app, or its secret is wrong${said}.`
        : `${platform} did not accept the answer of its own page${said}. Connect again.`;
    case "no_refresh_token":
      return `${platform} gave access for the moment only. Remove the app from your account there, then connect again.`;
    case "narrowed":
      return `${platform} gave access, but not to the files. Connect again, and tick what it asks for.`;
    case "unavailable":
      return `${platform} did not answer as it should. Try again in a few minutes.`;
    default:
      return "This was begun in another browser, was used before, or took longer than fifteen minutes. Connect again.";
  }
}
