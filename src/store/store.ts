import type { FolderView } from "../domain/access/rights.ts";
import { type NewWorkspaceSettings, newJurisdiction } from "../domain/new-workspaces.ts";
import { createFillInPages } from "./addresses/fill-in-pages.ts";
import { createFormerAddresses } from "./addresses/former-addresses.ts";
import { createTurnstileKeys } from "./addresses/turnstile-keys.ts";
import { createAlerts } from "./alerts.ts";
import { createApprovals } from "./approvals/approvals.ts";
import { createSurroundings } from "./approvals/surroundings.ts";
import { createAuditLog, createAuditUpkeep } from "./audit/audit-log.ts";
import { type Recorded, recordAct, recordingDatabase } from "./audit/recording.ts";
import { createBin } from "./bin/bin.ts";
import { createUses } from "./bin/uses.ts";
import { type Blobs, createBlobs } from "./blobs.ts";
import { createCounters } from "./counters.ts";
import { createDataSessions } from "./data-sessions.ts";
import { type Database, openDatabase } from "./database.ts";
import { createDayFiles } from "./day-files/day-files.ts";
import { createDayFileUpkeep } from "./day-files/move-runs.ts";
import { createDeliveries, createDeliveryUpkeep } from "./deliveries.ts";
import { createDocuments } from "./documents.ts";
import { createFields } from "./fields.ts";
import { createFolders } from "./folders.ts";
import { createFonts } from "./fonts.ts";
import { createGarbage, createPurges } from "./garbage.ts";
import { createHookCalls, createHookCallUpkeep } from "./hooks/hook-calls.ts";
import { createHooks } from "./hooks/hooks.ts";
import { createIdempotency } from "./idempotency.ts";
import { createIdentities } from "./identities.ts";
import { createInvitations, createInvitationUpkeep } from "./invitations.ts";
import { createKeys } from "./keys.ts";
import { createLinks } from "./links.ts";
import { createLoginSessions, createLoginSessionUpkeep } from "./login-sessions.ts";
import { createMemberships } from "./memberships.ts";
import { createMoves } from "./moving/moves.ts";
import type { PlacedObjects } from "./object/object-database.ts";
import { createOutbox, createOutboxUpkeep } from "./outbox.ts";
import { createPersons } from "./persons.ts";
import { byWorkspace } from "./places/by-workspace.ts";
import { type DatabaseOf, databaseIn } from "./places/database-of.ts";
import { createDueWork } from "./places/due-work.ts";
import { lookUpEverywhere } from "./places/look-ups.ts";
import { createPlacements } from "./places/placements.ts";
import { createPoolWork } from "./pool-work.ts";
import { createRoutes } from "./routes.ts";
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
import { createDirectories } from "./ways-in/directories.ts";
import { createIssuers } from "./ways-in/issuers.ts";
import { createPasskeys } from "./ways-in/passkeys.ts";
import { createPersonIdentities } from "./ways-in/person-ways.ts";
import { createSignInAttempts } from "./ways-in/sign-in-attempts.ts";
import { createWorkspaceRegister, createWorkspaces, createWorkspaceUpkeep } from "./workspaces.ts";

/** The bindings that the store owns. */
export type StoreBindings = Pick<Cloudflare.Env, "DB" | "FILES"> &
  NewWorkspaceSettings & {
    /** Which hosts of private networks workspaces may reach. */
    INTERNAL_HOSTS?: string;
    /** Workspaces with databases of their own; without it, `DB` has everything. */
    WORKSPACES?: PlacedObjects;
    /** The workspace whose object this is; `DB` is its database, and no bytes are its but that workspace's. */
    ownWorkspace?: string;
  };

export interface Store extends WorkspaceRepositories {
  blobs: Blobs;
  /** What belongs to no workspace. */
  control: ReturnType<typeof openControl>;
  /** Finds what a stranger shows, in whatever workspace it is. */
  lookUps: ReturnType<typeof lookUpEverywhere>;
  /** What is due, or has had its time, in all workspaces of one database. */
  upkeep: ReturnType<typeof openUpkeep>;
  /** The same store with what lies in the view's folders only: documents, data routes, folders, runs and their deliveries. */
  seenIn(view: FolderView): Store;
  /** The same store for one change: its entry in the log is written in the change's own transaction. */
  recording(recorded: Recorded): Store;
  /** Writes an entry about something that changes nothing else, such as reading the log. */
  record(recorded: Recorded): Promise<void>;
}

type WorkspaceRepositories = ReturnType<typeof openWorkspaceRepositories>;

/** Everything that is kept: D1, or a workspace's object, for rows, R2 for bytes, behind repositories in domain terms (docs/storage.md). */
export function createStore(bindings: StoreBindings): Store {
  return storeIn(bindings, databaseIn(bindings), undefined);
}

function storeIn(bindings: StoreBindings, databaseOf: DatabaseOf, view: FolderView | undefined): Store {
  const binding = databaseOf("");
  const database = openDatabase(binding);
  const blobs = createBlobs(bindings.FILES);
  const makesInObjects = bindings.WORKSPACES !== undefined && bindings.NEW_WORKSPACES === "objects";
  const placements = createPlacements(database, databaseOf, newJurisdiction(bindings));

  const opened = new Map<D1Database, WorkspaceRepositories>();
  const repositoriesOf = (workspaceId: string): WorkspaceRepositories => {
    const place = databaseOf(workspaceId);
    const repositories = opened.get(place) ?? openWorkspaceRepositories(bindings, openDatabase(place), blobs, view);
    opened.set(place, repositories);
    return repositories;
  };

  // Not spread: each repository is made when it is asked for.
  return Object.assign(byWorkspace(repositoriesOf), {
    blobs,
    control: openControl(database, bindings.INTERNAL_HOSTS, placements, makesInObjects),
    lookUps: lookUpEverywhere({
      ...{ databaseOf, placements, makesInObjects },
      hasObjects: bindings.WORKSPACES !== undefined,
    }),
    upkeep: openUpkeep(bindings, database, blobs),
    seenIn: (other: FolderView) => storeIn(bindings, databaseOf, other),
    record: (recorded: Recorded) => recordAct(databaseOf(recorded.workspaceId), recorded),
    recording(recorded: Recorded) {
      const own = databaseOf(recorded.workspaceId);
      const writing = recordingDatabase(own, recorded);
      const withEntry = (place: D1Database) => (place === own ? writing : place);
      return storeIn(bindings, (workspaceId) => withEntry(databaseOf(workspaceId)), view);
    },
  });
}

function openControl(
  database: Database,
  internalHosts: string | undefined,
  placements: ReturnType<typeof createPlacements>,
  makesInObjects: boolean,
) {
  return {
    workspaces: createWorkspaceRegister(database, internalHosts, makesInObjects ? placements.make : undefined),
    placements,
    moves: createMoves(database),
    signInAttempts: createSignInAttempts(database),
    applicationRecords: createApplicationRecords(database),
  };
}

function openUpkeep({ ownWorkspace }: StoreBindings, database: Database, blobs: Blobs) {
  return {
    workspaces: createWorkspaceUpkeep(database),
    loginSessions: createLoginSessionUpkeep(database),
    invitations: createInvitationUpkeep(database),
    deliveries: createDeliveryUpkeep(database),
    runs: createRunUpkeep(database),
    outbox: createOutboxUpkeep(database),
    hookCalls: createHookCallUpkeep(database),
    auditLog: createAuditUpkeep(database),
    dueWork: createDueWork(database),
    garbage: createGarbage(database, blobs, ownWorkspace),
    dayFiles: createDayFileUpkeep(database, blobs),
  };
}

/** What is one workspace's: each call names it. */
function openWorkspaceRepositories(
  bindings: StoreBindings,
  database: Database,
  blobs: Blobs,
  view: FolderView | undefined,
) {
  const dayFiles = createDayFiles(database, blobs, view);
  return {
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
    runs: createRuns(database, blobs, dayFiles, bindings.INTERNAL_HOSTS, view),
    outbox: createOutbox(database, dayFiles, view),
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
