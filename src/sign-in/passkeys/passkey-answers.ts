import * as z from "zod";

const base64url = z.string().regex(/^[\w-]+$/);

/** What a browser sends that made a passkey; the library reads and checks the rest. */
export const registrationSchema = z.looseObject({
  id: base64url.max(1_400),
  rawId: base64url.max(1_400),
  type: z.literal("public-key"),
  clientExtensionResults: z.looseObject({}).default({}),
  response: z.looseObject({
    clientDataJSON: base64url.max(10_000),
    attestationObject: base64url.max(100_000),
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
});

/** What a browser sends that used one. */
export const authenticationSchema = z.looseObject({
  id: base64url.max(1_400),
  rawId: base64url.max(1_400),
  type: z.literal("public-key"),
  clientExtensionResults: z.looseObject({}).default({}),
  response: z.looseObject({
    clientDataJSON: base64url.max(10_000),
    authenticatorData: base64url.max(10_000),
    signature: base64url.max(10_000),
    userHandle: z.string().max(200).nullish(),
  }),
});
