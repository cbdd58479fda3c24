import type { FolderView } from "../domain/access/rights.ts";
import { createFillInPages } from "./addresses/fill-in-pages.ts";
import { createFormerAddresses } from "./addresses/former-addresses.ts";
import { createTurnstileKeys } from "./addresses/turnstile-keys.ts";
import { createAlerts } from "./alerts.ts";
import { createApprovals } from "./approvals/approvals.ts";
import { createSurroundings } from "./approvals/surroundings.ts";
import { createAuditLog } from "./audit/audit-log.ts";
import { type Recorded, recordAct, recordingDatabase } from "./audit/recording.ts";
import { createBin } from "./bin/bin.ts";
import { createUses } from "./bin/uses.ts";
import { createBlobs } from "./blobs.ts";
import { createCounters } from "./counters.ts";
import { createDataSessions } from "./data-sessions.ts";
import { openDatabase } from "./database.ts";
import { createDeliveries } from "./deliveries.ts";
import { createDocuments } from "./documents.ts";
import { createFields } from "./fields.ts";
import { createFolders } from "./folders.ts";
import { createFonts } from "./fonts.ts";
import { createGarbage } from "./garbage.ts";
import { createHookCalls } from "./hooks/hook-calls.ts";
import { createHooks } from "./hooks/hooks.ts";
import { createIdempotency } from "./idempotency.ts";
import { createIdentities } from "./identities.ts";
import { createInvitations } from "./invitations.ts";
import { createKeys } from "./keys.ts";
import { createLinks } from "./links.ts";
import { createLoginSessions } from "./login-sessions.ts";
import { createMemberships } from "./memberships.ts";
import { createOutbox } from "./outbox.ts";
import { createPersons } from "./persons.ts";
import { createPoolWork } from "./pool-work.ts";
import { createRoutes } from "./routes.ts";
import { createRules } from "./rules.ts";
import { createRuns } from "./runs.ts";
import { createSamples } from "./samples.ts";
import { createClaims } from "./sending/claims.ts";
import { createDeliveryLoads } from "./sending/delivery-loads.ts";
import { createMailCounts } from "./sending/mail-counts.ts";
import { createMailServers } from "./sending/mail-servers.ts";
import { createUsage } from "./usage.ts";

import { createVersions } from "./versions.ts";
import { createApplicationRecords } from "./ways-in/application-records.ts";
import { createDirectories } from "./ways-in/directories.ts";
import { createIssuers } from "./ways-in/issuers.ts";
import { createPasskeys } from "./ways-in/passkeys.ts";
import { createPersonWays } from "./ways-in/person-ways.ts";
import { createSignInAttempts } from "./ways-in/sign-in-attempts.ts";
import { createWorkspaces } from "./workspaces.ts";

/** The bindings that the store owns. */
export type StoreBindings = Pick<Cloudflare.Env, "DB" | "FILES"> & {
  /** Which hosts of private networks workspaces may reach. */
  INTERNAL_HOSTS?: string;
};

export interface Store extends Repositories {
  /** The same store with what lies in the view's folders only: documents, data routes, folders, runs and their deliveries. */
  seenIn(view: FolderView): Store;
  /** The same store for one change: its entry in the log is written in the change's own transaction. */
  recording(recorded: Recorded): Store;
  /** Writes an entry about something that changes nothing else, such as reading the log. */
  record(recorded: Recorded): Promise<void>;
}

type Repositories = ReturnType<typeof openRepositories>;

/** Everything that is kept: D1 for rows, R2 for bytes, behind repositories in domain terms (docs/storage.md). */
export function createStore(bindings: StoreBindings): Store {
  return storeIn(bindings, undefined);
}

function storeIn(bindings: StoreBindings, view: FolderView | undefined): Store {
  return {
    ...openRepositories(bindings, view),
    seenIn: (other) => storeIn(bindings, other),
    record: (recorded) => recordAct(bindings.DB, recorded),
    recording: (recorded) => storeIn({ ...bindings, DB: recordingDatabase(bindings.DB, recorded) }, view),
  };
}

function openRepositories(bindings: StoreBindings, view: FolderView | undefined) {
  const database = openDatabase(bindings.DB);
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
    signInAttempts: createSignInAttempts(database),
    personWays: createPersonWays(database),
    issuers: createIssuers(database),
    passkeys: createPasskeys(database),
    directories: createDirectories(database),
    applicationRecords: createApplicationRecords(database),
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
    garbage: createGarbage(database, blobs),
  };
}
