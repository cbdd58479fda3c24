import type { ApiKey } from "../../domain/access/api-key.ts";
import type { LocationHint } from "../../domain/access/location-hint.ts";
import { formerAddressDigest } from "../addresses/former-addresses.ts";
import { openDatabase } from "../database.ts";
import type { OwnWorkspace } from "../keys.ts";
import type { NumberedTable } from "../object/id-block.ts";
import type { PointerKind } from "../object/pointer-triggers.ts";
import { sha256Hex } from "../sha256.ts";
import type { DatabaseOf } from "./database-of.ts";
import { keepPointer, knownPointer } from "./known-pointers.ts";
import { untilMoved } from "./movable-database.ts";
import { type LookUps, openLookUps } from "./open-look-ups.ts";
import type { createPlacements } from "./placements.ts";
import { createPointers } from "./pointers.ts";

/** What an isolate needs to find something that may be in an object. */
interface Places {
  databaseOf: DatabaseOf;
  /** There are objects: else everything is in the one database. */
  hasObjects: boolean;
  placements: ReturnType<typeof createPlacements>;
  /** The first workspace is made in an object. */
  makesInObjects: boolean;
}

const FIRST_WORKSPACE = "Default";

/** Finds what a stranger shows, in whatever database it is: in D1, or in the objects to which pointers lead. */
export function lookUpEverywhere({ databaseOf, hasObjects, placements, makesInObjects }: Places) {
  const binding = databaseOf("");
  const database = openDatabase(binding);
  const here = openLookUps(database);
  const pointers = createPointers(database);
  const within = (workspaceId: string): LookUps => openLookUps(openDatabase(databaseOf(workspaceId)));

  /** What there is once. D1 is asked first: who is there needs no pointer, and waits for no second call. */
  async function one<Found>(
    pointer: string,
    leads: () => Promise<string[]>,
    look: (lookUps: LookUps) => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const known = knownPointer(binding, pointer);
    const kept = known === undefined ? undefined : await look(within(known));
    // What is used up with the look waits if its workspace is just moving.
    const found = kept ?? (await untilMoved(() => look(here)));
    if (found !== undefined || !hasObjects) return found;
    for (const workspaceId of await leads()) {
      const inObject = await look(within(workspaceId));
      if (inObject === undefined) continue;
      keepPointer(binding, pointer, workspaceId);
      return inObject;
    }
    return undefined;
  }

  const shown = <Found>(kind: PointerKind, value: string, look: (lookUps: LookUps) => Promise<Found | undefined>) =>
    one(`${kind} ${value}`, () => pointers.to(kind, value), look);

  const addressed = async <Found>(
    table: NumberedTable,
    { id, key }: { id: number; key: string },
    look: (lookUps: LookUps) => Promise<Found | undefined>,
  ) => {
    const former = await formerAddressDigest(table === "documents" ? "document" : "route", id, key);
    return await one(`${table} ${former}`, () => pointers.toAddress(table, id, former), look);
  };

  /** What several workspaces may have: D1's before those of objects. */
  async function all<Found extends { workspaceId: string }>(
    kind: PointerKind,
    value: string,
    look: (lookUps: LookUps) => Promise<Found[]>,
  ): Promise<Found[]> {
    const own = await look(here);
    if (!hasObjects) return own;
    // Not beside it: what moves meanwhile has its pointers before it is no longer here.
    const leads = await pointers.to(kind, value);
    const isOwn = (workspaceId: string) => own.some((found) => found.workspaceId === workspaceId);
    const others = await Promise.all(
      leads
        .filter((workspaceId) => !isOwn(workspaceId))
        .map(async (workspaceId) => {
          const found = await look(within(workspaceId));
          // A move that was given up has left pointers to D1, which has those of all others, too.
          return found.filter((each) => each.workspaceId === workspaceId);
        }),
    );
    return [...own, ...others.flat()];
  }

  return {
    keys: {
      findByKeyId: (keyId: string): Promise<ApiKey | undefined> =>
        shown("key", keyId, ({ keys }) => keys.findByKeyId(keyId)),

      /** The oldest workspace, made (named "Default") when there is none: the fixed pair of API_KEY/API_SECRET belongs to it. @param near where its object is to be, if it gets one */
      async defaultWorkspace(near?: LocationHint): Promise<OwnWorkspace> {
        for (let tries = 0; tries < 3; tries++) {
          const oldest = await here.keys.oldestWorkspace();
          if (oldest) return oldest;
          const placed = hasObjects ? await placements.oldest() : undefined;
          const inObject = placed && (await within(placed).keys.oldestWorkspace());
          if (inObject) return inObject;
          const now = new Date();
          const first = placed ?? (makesInObjects ? await placements.placeFirst(now) : undefined);
          if (first) await placements.fill(first, FIRST_WORKSPACE, now, near);
          else if (!makesInObjects) await here.keys.makeFirstWorkspace(FIRST_WORKSPACE, now);
        }
        throw new Error("The first workspace was made and is not there");
      },
    },

    loginSessions: {
      byToken: async (token: string, now: Date) =>
        shown("session", await sha256Hex(token), ({ loginSessions }) => loginSessions.byToken(token, now)),
      useLink: async (token: string, now: Date) =>
        shown("sign_in_link", await sha256Hex(token), ({ loginSessions }) => loginSessions.useLink(token, now)),
    },

    invitations: {
      byToken: async (token: string, now: Date) =>
        shown("invitation", await sha256Hex(token), ({ invitations }) => invitations.byToken(token, now)),
    },

    directories: {
      byToken: async (token: string) =>
        shown("directory", await sha256Hex(token), ({ directories }) => directories.byToken(token)),
    },

    issuers: {
      /** Whatever workspace it is of. */
      byId: (id: string) => shown("issuer", id, ({ issuers }) => issuers.byId(id)),
      /** Those that may speak for a domain. */
      forDomain: (domain: string) => all("domain", domain, ({ issuers }) => issuers.forDomain(domain)),
    },

    passkeys: {
      byId: (id: string) => shown("passkey", id, ({ passkeys }) => passkeys.byId(id)),
    },

    entrances: {
      /** Memberships of an address, the first that was joined before others in each database. @param email as it is compared */
      byEmail: (email: string, workspaceId?: string) =>
        workspaceId === undefined
          ? all("email", email, ({ entrances }) => entrances.byEmail(email))
          : within(workspaceId).entrances.byEmail(email, workspaceId),
      byPerson: (personId: string) => all("person", personId, ({ entrances }) => entrances.byPerson(personId)),
      /** Memberships of an identity, in one workspace or in all. */
      byIdentity: (issuer: string, subject: string, workspaceId?: string) =>
        workspaceId === undefined
          ? all("identity", `${issuer} ${subject}`, ({ entrances }) => entrances.byIdentity(issuer, subject))
          : within(workspaceId).entrances.byIdentity(issuer, subject, workspaceId),
    },

    documents: {
      byMergeAddress: (id: number, key: string) =>
        addressed("documents", { id, key }, ({ documents }) => documents.byMergeAddress(id, key)),
    },

    routes: {
      byMergeAddress: (id: number, key: string) =>
        addressed("routes", { id, key }, ({ routes }) => routes.byMergeAddress(id, key)),
    },

    fillInPages: {
      byKey: async (ownerId: number, key: string) =>
        shown("fill_in", await sha256Hex(key), ({ fillInPages }) => fillInPages.byKey(ownerId, key)),
    },

    links: {
      byToken: async (token: string, now: Date) =>
        shown("link", await sha256Hex(token), ({ links }) => links.byToken(token, now)),
    },
  };
}
