import * as z from "zod";
import { readSecrets } from "../../domain/secret-box.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { receiptKeys } from "../../signing/receipt-keys.ts";

/** What the deployment's secret is needed for, in the sentence saying that it is missing. */
export const SIGNS_RECEIPTS = "signs receipts";

/** GET /.well-known/docloom-receipts.json: anybody may verify. */
export const getReceiptKeys = endpoint({
  method: "get",
  path: "/.well-known/docloom-receipts.json",
  summary: "The keys that sign receipts",
  description: "A JWK Set (RFC 7517) of the public keys of this deployment, the present one first.",
  tag: "Service",
  auth: "none",
  responses: {
    200: {
      description: "The keys.",
      schema: z.object({
        keys: z
          .array(
            z.object({
              kty: z.literal("OKP").meta({ description: "Always OKP (RFC 8037)." }),
              crv: z.literal("Ed25519").meta({ description: "Always Ed25519." }),
              x: z.string().meta({ description: "The public key, base64url." }),
              kid: z.string().meta({ description: "Its thumbprint (RFC 7638)." }),
              use: z.literal("sig").meta({ description: "Always sig." }),
              alg: z.literal("EdDSA").meta({ description: "Always EdDSA." }),
            }),
          )
          .meta({ description: "Public keys." }),
      }),
    },
  },

  async handle({ context }) {
    return json({ keys: receiptKeys(readSecrets(context.env.SECRETS_KEY, SIGNS_RECEIPTS)) });
  },
});
