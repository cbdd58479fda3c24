/** The id by which the service knows its own add-in (src/applications/addin-client.ts). */
export const CLIENT_ID = "office-add-in";

/** What the pane does for a person, who may leave some of it out. */
export const RIGHTS = ["document:read", "document:write", "document:publish", "run:data"] as const;

/** Where a sign-in begins, and where it comes back to. */
export const SIGN_IN_PATH = "/addin/sign-in";
