import type { FolderView } from "../domain/access/rights.ts";
import { createFillInPageLookUps, createFillInPages } from "./addresses/fill-in-pages.ts";
import { createFormerAddresses } from "./addresses/former-addresses.ts";
import { createTurnstileKeys } from "./addresses/turnstile-keys.ts";
import { createAlerts } from "./alerts.ts";
import { createApprovals } from "./approvals/approvals.ts";
import { createSurroundings } from "./approvals/surroundings.ts";
import { createAuditLog, createAuditUpkeep } from "./audit/audit-log.ts";
import { type Recorded, recordAct, recordingDatabase } from "./audit/recording.ts";
import { createBin } from "./bin/bin.ts";
import { createUses } from "./bin/uses.ts";
import { createBlobs } from "./blobs.ts";
import { createCounters } from "./counters.ts";
import { createDataSessions } from "./data-sessions.ts";
import { type Database, openDatabase } from "./database.ts";
import { createDeliveries, createDeliveryUpkeep } from "./deliveries.ts";
import { createDocumentLookUps, createDocuments } from "./documents.ts";
import { createFields } from "./fields.ts";
import { createFolders } from "./folders.ts";
import { createFonts } from "./fonts.ts";
import { createGarbage, createPurges } from "./garbage.ts";
import { createHookCalls, createHookCallUpkeep } from "./hooks/hook-calls.ts";
import { createHooks } from "./hooks/hooks.ts";
import { createIdempotency } from "./idempotency.ts";
import { createIdentities } from "./identities.ts";
import { createInvitationLookUps, createInvitations, createInvitationUpkeep } from "./invitations.ts";
import { createKeyLookUps, createKeys } from "./keys.ts";
import { createLinkLookUps, createLinks } from "./links.ts";
import { createLoginSessionLookUps, createLoginSessions, createLoginSessionUpkeep } from "./login-sessions.ts";
import { createMemberships } from "./memberships.ts";
import { createOutbox, createOutboxUpkeep } from "./outbox.ts";
import { createPersonLookUps, createPersons } from "./persons.ts";
import { createPoolWork } from "./pool-work.ts";
import { createRouteLookUps, createRoutes } from "./routes.ts";
import { createRules } from "./rules.ts";
import { createRuns, createRunUpkeep } from "./runs.ts";
import { createSamples } from "./samples.ts";
import { createClaims } from "./sending/claims.ts";
import { createDeliveryLoads } from "./sending/delivery-loads.ts";
import { createMailCounts } from "./sending/mail-counts.ts";
import { createMailServers } from "./sending/mail-servers.ts";
import { createUsage } from "./usage.ts";

import { createVersions } from "./versions.ts";
import { createApplicationRecords } from "./ways-in/application-records.ts";
import { createDirectories, createDirectoryLookUps } from "./ways-in/directories.ts";
import { createIssuerLookUps, createIssuers } from "./ways-in/issuers.ts";
import { createPasskeyLookUps, createPasskeys } from "./ways-in/passkeys.ts";
import { createEntrances, createPersonIdentities } from "./ways-in/person-ways.ts";
import { createSignInAttempts } from "./ways-in/sign-in-attempts.ts";
import { createWorkspaceRegister, createWorkspaces, createWorkspaceUpkeep } from "./workspaces.ts";

/** The bindings that the store owns. */
export type StoreBindings = Pick<Cloudflare.Env, "DB" | "FILES"> & {
  /** Which hosts of private networks workspaces may reach. */
  INTERNAL_HOSTS?: string;
};

export interface Store extends WorkspaceRepositories {
  /** What belongs to no workspace. */
  control: ReturnType<typeof openControl>;
  /** Finds what a stranger shows, in whatever workspace it is. */
  lookUps: ReturnType<typeof openLookUps>;
  /** What is due, or has had its time, in all workspaces. */
  upkeep: ReturnType<typeof openUpkeep>;
  /** The same store with what lies in the view's folders only: documents, data routes, folders, runs and their deliveries. */
  seenIn(view: FolderView): Store;
  /** The same store for one change: its entry in the log is written in the change's own transaction. */
  recording(recorded: Recorded): Store;
  /** Writes an entry about something that changes nothing else, such as reading the log. */
  record(recorded: Recorded): Promise<void>;
}

type WorkspaceRepositories = ReturnType<typeof openWorkspaceRepositories>;

/** Everything that is kept: D1 for rows, R2 for bytes, behind repositories in domain terms (docs/storage.md). */
export function createStore(bindings: StoreBindings): Store {
  return storeIn(bindings, undefined);
}

function storeIn(bindings: StoreBindings, view: FolderView | undefined): Store {
  const database = openDatabase(bindings.DB);
  return {
    ...openWorkspaceRepositories(bindings, database, view),
    control: openControl(database, bindings.INTERNAL_HOSTS),
    lookUps: openLookUps(database),
    upkeep: openUpkeep(bindings, database),
    seenIn: (other) => storeIn(bindings, other),
    record: (recorded) => recordAct(bindings.DB, recorded),
    recording: (recorded) => storeIn({ ...bindings, DB: recordingDatabase(bindings.DB, recorded) }, view),
  };
}

function openControl(database: Database, internalHosts: string | undefined) {
  return {
    workspaces: createWorkspaceRegister(database, internalHosts),
    signInAttempts: createSignInAttempts(database),
    applicationRecords: createApplicationRecords(database),
  };
}

function openLookUps(database: Database) {
  return {
    keys: createKeyLookUps(database),
    loginSessions: createLoginSessionLookUps(database),
    invitations: createInvitationLookUps(database),
    directories: createDirectoryLookUps(database),
    issuers: createIssuerLookUps(database),
    passkeys: createPasskeyLookUps(database),
    persons: createPersonLookUps(database),
    entrances: createEntrances(database),
    documents: createDocumentLookUps(database),
    routes: createRouteLookUps(database),
    fillInPages: createFillInPageLookUps(database),
    links: createLinkLookUps(database),
  };
}

function openUpkeep({ FILES }: StoreBindings, database: Database) {
  return {
    workspaces: createWorkspaceUpkeep(database),
    loginSessions: createLoginSessionUpkeep(database),
    invitations: createInvitationUpkeep(database),
    deliveries: createDeliveryUpkeep(database),
    runs: createRunUpkeep(database),
    outbox: createOutboxUpkeep(database),
    hookCalls: createHookCallUpkeep(database),
    auditLog: createAuditUpkeep(database),
    garbage: createGarbage(database, createBlobs(FILES)),
  };
}

/** What is one workspace's: each call names it. */
function openWorkspaceRepositories(bindings: StoreBindings, database: Database, view: FolderView | undefined) {
  const blobs = createBlobs(bindings.FILES);

  return {
    blobs,
    workspaces: createWorkspaces(database, bindings.INTERNAL_HOSTS),
    persons: createPersons(database),
    memberships: createMemberships(database),
    invitations: createInvitations(database),
    keys: createKeys(database),
    identities: createIdentities(database),
    mailServers: createMailServers(database),
    loginSessions: createLoginSessions(database),
    personIdentities: createPersonIdentities(database),
    issuers: createIssuers(database),
    passkeys: createPasskeys(database),
    directories: createDirectories(database),
    counters: createCounters(database),
    fonts: createFonts(database, blobs),
    folders: createFolders(database, view),
    documents: createDocuments(database, blobs, view),
    versions: createVersions(database),
    fields: createFields(database),
    samples: createSamples(database),
    approvals: createApprovals(database),
    surroundings: createSurroundings(database),
    usage: createUsage(database, view),
    deliveries: createDeliveries(database),
    formerAddresses: createFormerAddresses(database),
    fillInPages: createFillInPages(database),
    turnstileKeys: createTurnstileKeys(database),
    routes: createRoutes(database, view),
    rules: createRules(database),
    runs: createRuns(database, blobs, bindings.INTERNAL_HOSTS, view),
    outbox: createOutbox(database, view),
    deliveryLoads: createDeliveryLoads(database, blobs, bindings.INTERNAL_HOSTS),
    claims: createClaims(database),
    mailCounts: createMailCounts(database),
    poolWork: createPoolWork(database),
    hooks: createHooks(database, view),
    hookCalls: createHookCalls(database),
    alerts: createAlerts(database),
    auditLog: createAuditLog(database, bindings.FILES),
    dataSessions: createDataSessions(database, blobs),
    links: createLinks(database),
    idempotency: createIdempotency(database, blobs),
    bin: createBin(database, blobs),
    uses: createUses(database, view),
    garbage: createPurges(database, blobs),
  };
}
