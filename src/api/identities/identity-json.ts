import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import { text } from "../../http/wire-values.ts";
import type { ListedIdentity } from "../../store/identities.ts";

/** A signing identity as lists show it; its private key is never shown. */
export const identitySchema = z
  .object({
    id: z.string().meta({ description: "Identifier of the identity." }),
    name: z.string().meta({ description: "A name for people, unique in the workspace.", examples: ["Sales"] }),
    subject: z.string().meta({ description: "Whose certificate it is, as a distinguished name." }),
    issuer: z.string().meta({ description: "Who issued it." }),
    serial_number: z.string().meta({ description: "Serial number of the certificate, hexadecimal." }),
    fingerprint: z.string().meta({ description: "SHA-256 of the certificate, hexadecimal." }),
    valid_from: z.iso.datetime().meta({ description: "When the certificate becomes valid." }),
    valid_to: z.iso.datetime().meta({ description: "When its validity ends." }),
    expired: z.literal([0, 1]).meta({ description: "1 once it is no longer valid: it can no longer sign." }),
    created_at: z.iso.datetime().meta({ description: "When it was made." }),
    updated_at: z.iso.datetime().meta({ description: "When it was last changed." }),
  })
  .meta({ id: "SigningIdentity" });

export const identityParams = z.object({ id: text().meta({ description: "Id of the identity." }) });

export function identityJson(identity: ListedIdentity, now: Date): z.output<typeof identitySchema> {
  return {
    id: identity.id,
    name: identity.name,
    subject: identity.subject,
    issuer: identity.issuer,
    serial_number: identity.serialNumber,
    fingerprint: identity.fingerprint,
    valid_from: identity.validFrom.toISOString(),
    valid_to: identity.validTo.toISOString(),
    expired: now > identity.validTo ? 1 : 0,
    created_at: identity.createdAt.toISOString(),
    updated_at: identity.updatedAt.toISOString(),
  };
}

export const identityNotFound = (): Failure =>
  new Failure("not_found", "There is no such signing identity in your workspace.");
