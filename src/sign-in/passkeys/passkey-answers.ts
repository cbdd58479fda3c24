import * as z from "zod";

/** A member in base64url, as the browser's `toJSON()` writes bytes. */
const bytes = (maxLength: number, description: string) =>
  z
    .string()
    .regex(/^[\w-]+$/, { error: "must be base64url, as the browser gave it" })
    .max(maxLength)
    .meta({ description, examples: ["AQIDBA"] });

/** What answers of both kinds have in common. */
const credentialMembers = {
  id: bytes(1_400, "The passkey's id."),
  rawId: bytes(1_400, "The same id."),
  type: z.literal("public-key").meta({ description: "Always `public-key`." }),
  clientExtensionResults: z
    .looseObject({})
    .default({})
    .meta({ description: "What extensions say; none is asked for." }),
};

const clientData = bytes(10_000, "What the browser says of the page, the challenge and the kind.");

/** What a browser sends that made a passkey; the library reads and checks the rest. */
export const registrationSchema = z
  .looseObject({
    ...credentialMembers,
    response: z
      .looseObject({
        clientDataJSON: clientData,
        attestationObject: bytes(100_000, "The new public key, and what the passkey says of itself."),
        transports: z
          .array(
            z
              .string()
              .max(30)
              .meta({ description: "A way.", examples: ["internal"] }),
          )
          .max(10)
          .optional()
          .meta({ description: "The ways by which the browser reaches the passkey." }),
      })
      .meta({ description: "The passkey's own answer." }),
  })
  .meta({ id: "PasskeyRegistration" });

/** What a browser sends that used one. */
export const authenticationSchema = z
  .looseObject({
    ...credentialMembers,
    response: z
      .looseObject({
        clientDataJSON: clientData,
        authenticatorData: bytes(10_000, "For which service it answers, and whether the person was asked."),
        signature: bytes(10_000, "Its signature of both."),
        userHandle: z.string().max(200).nullish().meta({ description: "Whose it is, as the passkey has it." }),
      })
      .meta({ description: "The passkey's own answer." }),
  })
  .meta({ id: "PasskeyUse" });
