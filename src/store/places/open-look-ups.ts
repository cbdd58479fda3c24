import { createFillInPageLookUps } from "../addresses/fill-in-pages.ts";
import type { Database } from "../database.ts";
import { createDocumentLookUps } from "../documents.ts";
import { createInvitationLookUps } from "../invitations.ts";
import { createKeyLookUps } from "../keys.ts";
import { createLinkLookUps } from "../links.ts";
import { createLoginSessionLookUps } from "../login-sessions.ts";
import { createRouteLookUps } from "../routes.ts";
import { createDirectoryLookUps } from "../ways-in/directories.ts";
import { createIssuerLookUps } from "../ways-in/issuers.ts";
import { createPasskeyLookUps } from "../ways-in/passkeys.ts";
import { createEntrances } from "../ways-in/person-ways.ts";

export type LookUps = ReturnType<typeof openLookUps>;

/** Finds what a stranger shows in one database. */
export function openLookUps(database: Database) {
  return {
    keys: createKeyLookUps(database),
    loginSessions: createLoginSessionLookUps(database),
    invitations: createInvitationLookUps(database),
    directories: createDirectoryLookUps(database),
    issuers: createIssuerLookUps(database),
    passkeys: createPasskeyLookUps(database),
    entrances: createEntrances(database),
    documents: createDocumentLookUps(database),
    routes: createRouteLookUps(database),
    fillInPages: createFillInPageLookUps(database),
    links: createLinkLookUps(database),
  };
}
