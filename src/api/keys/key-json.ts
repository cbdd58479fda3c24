import * as z from "zod";
import { RIGHT_NAMES, type Right } from "../../domain/access/rights.ts";
import { Failure } from "../../domain/failure.ts";
import { moment, text } from "../../http/wire-values.ts";
import type { ListedApiKey } from "../../store/keys.ts";

/** An API key as lists show it; never its secret. */
export const keySchema = z
  .object({
    id: z.string().meta({ description: "The key: the user name of the pair.", examples: ["dk_3q2-7wEBAgMEBQYH"] }),
    name: z.string().meta({ description: "A name for people.", examples: ["Web shop"] }),
    created_at: z.iso.datetime().meta({ description: "When it was made." }),
    last_used_at: z.string().meta({ description: "When it was last used, to within five minutes; empty for never." }),
    revoked_at: z.string().meta({ description: "When it was revoked; empty while it works." }),
    expires_at: z.string().meta({ description: "When it stops working by itself; empty for never." }),
    rights: z
      .array(z.string())
      .nullable()
      .meta({ description: "What it may; null for everything.", examples: [["document:read", "merge"]] }),
    folders: z.array(z.string()).nullable().meta({ description: "Ids of the only folders it may use; null for all." }),
    made_by: z.string().meta({ description: "The person who made it; empty for another key and the command line." }),
    revoked_by: z.string().meta({ description: "The person who revoked it; empty if nobody is known." }),
    current: z.literal([0, 1]).meta({ description: "1 for the key of the request itself." }),
  })
  .meta({ id: "ApiKey" });

export const keyParams = z.object({ key: text().meta({ description: "The key's id." }) });

export const keyNameSchema = text()
  .pipe(z.string().trim().min(1).max(200))
  .meta({ description: "A name for people.", examples: ["Web shop"] });

export const keyRightsSchema = z
  .array(z.enum(RIGHT_NAMES as [Right, ...Right[]]))
  .min(1)
  .meta({ description: "What the key may; what its maker may when absent.", examples: [["document:read", "merge"]] });

export const keyFoldersSchema = z
  .array(z.string().min(1))
  .min(1)
  .max(100)
  .meta({ description: "Ids of the only folders, with those below them, that the key may use; all when absent." });

export const keyExpirySchema = moment().meta({
  description: "When the key stops working by itself; never when absent.",
  examples: ["2027-01-31T00:00:00Z"],
});

/** @param currentId the key of the request */
export function keyJson(key: ListedApiKey, currentId: string): z.output<typeof keySchema> {
  return {
    id: key.keyId,
    name: key.name,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? "",
    revoked_at: key.revokedAt ?? "",
    expires_at: key.expiresAt?.toISOString() ?? "",
    rights: key.rights ? [...key.rights] : null,
    folders: key.folders ? [...key.folders] : null,
    made_by: key.madeBy,
    revoked_by: key.revokedBy,
    current: key.keyId === currentId ? 1 : 0,
  };
}

export const keyNotFound = (): Failure => new Failure("not_found", "There is no such API key in your workspace.");
