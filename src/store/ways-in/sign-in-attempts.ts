import { and, count, eq, gt, lt } from "drizzle-orm";
import type { Database } from "../database.ts";
import { signInAttempts } from "../schema/ways-in.ts";
import { sha256Hex } from "../sha256.ts";

export type AttemptKind = "openid" | "mail" | "passkey" | "new_passkey";

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
      const [used] = await database
        .delete(signInAttempts)
        .where(
          and(
            eq(signInAttempts.tokenSha256, await sha256Hex(token)),
            eq(signInAttempts.kind, kind),
            eq(signInAttempts.browserSha256, await sha256Hex(browser)),
            gt(signInAttempts.expiresAt, now.getTime()),
          ),
        )
        .returning({ data: signInAttempts.data });
      return used && JSON.parse(used.data);
    },

    /** How many mails were asked for to an address since then, used ones not counted. */
    async mailsTo(recipient: string, since: Date): Promise<number> {
      const [row] = await database
        .select({ mails: count() })
        .from(signInAttempts)
        .where(
          and(
            eq(signInAttempts.recipientSha256, await sha256Hex(recipient)),
            gt(signInAttempts.createdAt, since.getTime()),
          ),
        );
      return row?.mails ?? 0;
    },

    /** Removes what has expired. */
    async sweep(now: Date): Promise<void> {
      await database.delete(signInAttempts).where(lt(signInAttempts.expiresAt, now.getTime()));
    },
  };
}
