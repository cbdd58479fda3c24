import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import { text } from "../../http/wire-values.ts";
import type { ListedApiKey } from "../../store/keys.ts";

/** An API key as lists show it; never its secret. */
export const keySchema = z
  .object({
    id: z.string().meta({ description: "The key: the user name of the pair.", examples: ["dk_3q2-7wEBAgMEBQYH"] }),
    name: z.string().meta({ description: "A name for people.", examples: ["Web shop"] }),
    created_at: z.iso.datetime().meta({ description: "When it was made." }),
    last_used_at: z.string().meta({ description: "When it was last used, to within five minutes; empty for never." }),
    revoked_at: z.string().meta({ description: "When it stopped working; empty while it works." }),
    current: z.literal([0, 1]).meta({ description: "1 for the key of the request itself." }),
  })
  .meta({ id: "ApiKey" });

export const keyParams = z.object({ key: text().meta({ description: "The key's id." }) });

export const keyNameSchema = text()
  .pipe(z.string().trim().min(1).max(200))
  .meta({ description: "A name for people.", examples: ["Web shop"] });

/** @param currentId the key of the request */
export function keyJson(key: ListedApiKey, currentId: string): z.output<typeof keySchema> {
  return {
    id: key.keyId,
    name: key.name,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? "",
    revoked_at: key.revokedAt ?? "",
    current: key.keyId === currentId ? 1 : 0,
  };
}

export const keyNotFound = (): Failure => new Failure("not_found", "There is no such API key in your workspace.");
