import type { ConsentKind } from "../../domain/delivery/consent-clients.ts";

/** The authorization server of a platform (RFC 6749), as its documentation describes it. */
interface ConsentServer {
  /** For people: `Dropbox`. */
  name: string;
  /** What its answers call it in `iss` (RFC 9207), if they do. */
  issuer: string;
  authorizationUrl: string;
  tokenUrl: string;
  /** What is asked for; undefined: what the application is registered with. */
  scope: string | undefined;
  /** What makes it give a refresh token. */
  parameters: Readonly<Record<string, string>>;
  /** The settings of a delivery that name an application of one's own. */
  idSetting: string;
  secretSetting: string;
}

export const CONSENT_SERVERS: Readonly<Record<ConsentKind, ConsentServer>> = {
  google_drive: {
    name: "Google",
    issuer: "https://accounts.google.com",
    authorizationUrl: "https://accounts.google.com/o/oauth2/v2/auth",
    tokenUrl: "https://oauth2.googleapis.com/token",
    // Folders that people shared are seen by this scope only.
    scope: "https://www.googleapis.com/auth/drive",
    // Whoever has let it in before gets a refresh token only if she is asked again.
    parameters: { access_type: "offline", prompt: "consent" },
    idSetting: "client_id",
    secretSetting: "client_secret",
  },
  dropbox: {
    name: "Dropbox",
    issuer: "https://www.dropbox.com",
    authorizationUrl: "https://www.dropbox.com/oauth2/authorize",
    tokenUrl: "https://api.dropboxapi.com/oauth2/token",
    scope: undefined,
    parameters: { token_access_type: "offline" },
    idSetting: "app_key",
    secretSetting: "app_secret",
  },
};
