import { and, count, eq, gt, lt, notInArray, or } from "drizzle-orm";
import type { Database } from "../database.ts";
import { signInAttempts } from "../schema/ways-in.ts";
import { sha256Hex } from "../sha256.ts";

export type AttemptKind = "openid" | "mail" | "passkey" | "new_passkey" | "consent";

/** A mailed link that was used is kept for as long as one that has expired, so that whoever opens it again is told. */
const USED_MAIL = "used_mail";
const KEPT_AFTER_END_MS = 24 * 60 * 60 * 1000;

/** Why a mailed link lets nobody in. */
export type DeadLink = "used" | "expired" | "other_browser" | "unknown";

export interface NewAttempt {
  kind: AttemptKind;
  /** What has to come back. */
  token: string;
  /** The cookie of the browser that begins. */
  browser: string;
  /** Normalized address that a mail goes to. */
  recipient?: string;
  data: unknown;
}

/** Sign-ins that wait for their second half. */
export function createSignInAttempts(database: Database) {
  return {
    async begin({ kind, token, browser, recipient, data }: NewAttempt, now: Date, lifetimeMs: number): Promise<void> {
      await database.insert(signInAttempts).values({
        tokenSha256: await sha256Hex(token),
        kind,
        browserSha256: await sha256Hex(browser),
        recipientSha256: recipient === undefined ? "" : await sha256Hex(recipient),
        data: JSON.stringify(data),
        createdAt: now.getTime(),
        expiresAt: now.getTime() + lifetimeMs,
      });
    },

    /**
     * Uses up an attempt of this browser and gives its data; of two simultaneous uses one gets them. Another browser uses up
     * nothing.
     */
    async finish(kind: AttemptKind, token: string, browser: string, now: Date): Promise<unknown> {
      const isOwn = and(
        eq(signInAttempts.tokenSha256, await sha256Hex(token)),
        eq(signInAttempts.kind, kind),
        eq(signInAttempts.browserSha256, await sha256Hex(browser)),
        gt(signInAttempts.expiresAt, now.getTime()),
      );
      const { data } = signInAttempts;
      const [used] =
        kind === "mail"
          ? await database.update(signInAttempts).set({ kind: USED_MAIL }).where(isOwn).returning({ data })
          : await database.delete(signInAttempts).where(isOwn).returning({ data });
      return used && JSON.parse(used.data);
    },

    /** Why `finish` gave nothing for a mailed link. */
    async deadLink(token: string, now: Date): Promise<DeadLink> {
      const { kind, expiresAt } = signInAttempts;
      const [found] = await database
        .select({ kind, expiresAt })
        .from(signInAttempts)
        .where(eq(signInAttempts.tokenSha256, await sha256Hex(token)));
      if (found?.kind === USED_MAIL) return "used";
      if (found?.kind !== "mail") return "unknown";
      return found.expiresAt > now.getTime() ? "other_browser" : "expired";
    },

    /** How many mails were asked for to an address since then, used ones not counted. */
    async mailsTo(recipient: string, since: Date): Promise<number> {
      const [row] = await database
        .select({ mails: count() })
        .from(signInAttempts)
        .where(
          and(
            eq(signInAttempts.recipientSha256, await sha256Hex(recipient)),
            eq(signInAttempts.kind, "mail"),
            gt(signInAttempts.createdAt, since.getTime()),
          ),
        );
      return row?.mails ?? 0;
    },

    /** Removes what has expired; mailed links some time later. */
    async sweep(now: Date): Promise<void> {
      const hasEnded = lt(signInAttempts.expiresAt, now.getTime());
      const isForgotten = lt(signInAttempts.expiresAt, now.getTime() - KEPT_AFTER_END_MS);
      await database
        .delete(signInAttempts)
        .where(and(hasEnded, or(notInArray(signInAttempts.kind, ["mail", USED_MAIL]), isForgotten)));
    },
  };
}
