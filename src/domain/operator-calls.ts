import { Buffer } from "node:buffer";
import * as z from "zod";
import { JURISDICTIONS } from "./access/workspace-place.ts";
import { keyFor, readSecrets } from "./secret-box.ts";

/** Where the command line asks for what D1 cannot do: for workspaces in objects. */
export const OPERATOR_PATH = "/api/operator";

/**
 * What opens it. It follows from the deployment's secret, which itself goes nowhere.
 * @param setting SECRETS_KEY
 * @throws Failure `misconfigured` if there is none
 */
export function operatorToken(setting: string): string {
  const [secret] = readSecrets(setting, "opens the service to its operator's command line");
  return Buffer.from(keyFor(secret ?? new Uint8Array(0), "operator")).toString("base64url");
}

/** A workspace in an object by its id or name; the deployment's first one if absent. */
const workspace = z.string().min(1).optional();

export const operatorCallSchema = z.discriminatedUnion("do", [
  z.object({ do: z.literal("list_keys"), after: z.string().optional() }),
  z.object({ do: z.literal("make_key"), workspace, jurisdiction: z.enum(JURISDICTIONS).optional() }),
  z.object({ do: z.literal("revoke_key"), key: z.string() }),
  z.object({ do: z.literal("make_sign_in_link"), workspace }),
  z.object({ do: z.literal("make_owner_link"), workspace, email: z.string() }),
]);

export type OperatorCall = z.infer<typeof operatorCallSchema>;

/** Workspaces whose objects did not answer: they are left out, and one of them may have the name that was asked for, too. */
const notAsked = z.array(z.string()).default([]);

const made = z.object({ token: z.string(), not_asked: notAsked }).nullable();

/** What is answered; null where there is no such workspace. */
export const OPERATOR_ANSWERS = {
  list_keys: z.object({
    keys: z.array(
      z.object({
        key: z.string(),
        workspace: z.string(),
        created_at: z.number(),
        revoked_at: z.number().nullable(),
      }),
    ),
    /** Where the next page begins. */
    next: z.string().nullable(),
    not_asked: notAsked,
  }),
  make_key: z.object({ key: z.string(), secret: z.string(), not_asked: notAsked }).nullable(),
  revoke_key: z.object({ is_revoked: z.boolean() }),
  make_sign_in_link: made,
  make_owner_link: made,
} as const satisfies Record<OperatorCall["do"], z.ZodType>;

export type OperatorAnswer<Do extends OperatorCall["do"]> = z.infer<(typeof OPERATOR_ANSWERS)[Do]>;
