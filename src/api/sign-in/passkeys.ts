import * as z from "zod";
import { recorded } from "../../audit/recorded.ts";
import type { Person } from "../../domain/access/person.ts";
import { Failure } from "../../domain/failure.ts";
import type { Caller } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { DONE } from "../../http/success.ts";
import { text } from "../../http/wire-values.ts";
import { registrationSchema } from "../../sign-in/passkeys/passkey-answers.ts";
import { MAX_PASSKEYS, type StoredPasskey } from "../../store/ways-in/passkeys.ts";
import { partyOf, passkeyLibrary } from "./passkey-sign-in.ts";
import { beginAttempt, finishAttempt } from "./sign-in-attempt.ts";

const nameSchema = text()
  .pipe(z.string().trim().min(1).max(100))
  .meta({ description: "A name for people.", examples: ["Ada's phone"] });

const passkeySchema = z
  .object({
    id: z.string().meta({ description: "Identifier of the passkey." }),
    name: z.string().meta({ description: "A name for people.", examples: ["Ada's phone"] }),
    backed_up: z.literal([0, 1]).meta({ description: "1 if it is kept elsewhere, too: it survives the device." }),
    created_at: z.iso.datetime().meta({ description: "When it was made." }),
    last_used_at: z.string().meta({ description: "When it was last used; empty for never." }),
  })
  .meta({ id: "Passkey" });

const passkeyParams = z.object({ passkey: text().meta({ description: "Id of the passkey." }) });
const notFound = (): Failure => new Failure("not_found", "You have no such passkey.");

/** @throws Failure `forbidden` for keys, and for sessions that a key opened */
function personOf({ person }: Caller): Person {
  if (person) return person;
  throw new Failure("forbidden", "Passkeys belong to people: sign in as a person.");
}

const passkeyJson = (passkey: StoredPasskey): z.output<typeof passkeySchema> => ({
  id: passkey.id,
  name: passkey.name,
  backed_up: passkey.isBackedUp ? 1 : 0,
  created_at: passkey.createdAt.toISOString(),
  last_used_at: passkey.lastUsedAt?.toISOString() ?? "",
});

/** GET /api/passkeys: the caller's own. */
export const listPasskeys = endpoint({
  method: "get",
  path: "/api/passkeys",
  summary: "List your passkeys",
  description: "Those of the person who asks.",
  tag: "Sessions",
  auth: "key",
  needs: "signed_in",
  problems: ["forbidden"],
  responses: { 200: { description: "Passkeys, the first one made before others.", schema: z.array(passkeySchema) } },

  async handle({ caller, context }) {
    const passkeys = await context.store.passkeys.list(caller.workspaceId, personOf(caller).id);
    return json(passkeys.map(passkeyJson));
  },
});

/** POST /api/passkeys/options: what the browser makes a passkey of. */
export const newPasskeyOptions = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/passkeys/options",
  summary: "Begin to make a passkey",
  description: "What `navigator.credentials.create` takes, as JSON (Web Authentication Level 3).",
  tag: "Sessions",
  auth: "key",
  needs: "signed_in",
  fresh: true,
  problems: ["forbidden", "not_found"],
  responses: {
    200: {
      description: "The options; the browser's cookie is in Set-Cookie.",
      schema: z.looseObject({ challenge: z.string().meta({ description: "What the passkey signs." }) }),
    },
  },

  async handle({ caller, context }) {
    const person = personOf(caller);
    const party = partyOf(context);
    const [{ creationOptions }, existing] = await Promise.all([
      passkeyLibrary(),
      context.store.passkeys.list(caller.workspaceId, person.id),
    ]);
    const options = await creationOptions(party, person, existing);
    const data = { personId: person.id };
    const cookie = await beginAttempt(context, { kind: "new_passkey", token: options.challenge, data });
    return json(options, 200, { "set-cookie": cookie });
  },
});

const attemptSchema = z.object({ personId: z.string() });

/** POST /api/passkeys: the passkey that the browser has made. */
export const addPasskey = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/passkeys",
  summary: "Add a passkey",
  description: `With what \`navigator.credentials.create\` gave, as JSON. A person may have ${MAX_PASSKEYS}.`,
  tag: "Sessions",
  auth: "key",
  needs: "signed_in",
  fresh: true,
  body: z.object({
    name: nameSchema,
    challenge: text().meta({ description: "The challenge of the options.", examples: ["AQIDBA"] }),
    response: registrationSchema.meta({ description: "What the browser gave." }),
  }),
  problems: ["forbidden", "not_found", "passkey_refused"],
  responses: { 200: { description: "The passkey", schema: passkeySchema } },

  async handle({ body, caller, context }) {
    const person = personOf(caller);
    const party = partyOf(context);
    const { now } = context;
    const attempt = attemptSchema.safeParse(await finishAttempt(context, "new_passkey", body.challenge));
    const { verifiedRegistration } = await passkeyLibrary();
    const made =
      attempt.success && attempt.data.personId === person.id
        ? await verifiedRegistration(party, body.response, body.challenge)
        : undefined;
    const passkey = made && { ...made, name: body.name, workspaceId: caller.workspaceId, personId: person.id };
    const change = recorded(context, caller, {
      action: "passkey.added",
      resource: { type: "passkey", id: passkey?.id ?? "", name: body.name },
    });
    if (!passkey || !(await change.store.passkeys.add(passkey, now())))
      throw new Failure(
        "passkey_refused",
        `The passkey was not added: it was made for another sign-in, is there already, or you have ${MAX_PASSKEYS}.`,
      );
    return json(passkeyJson({ ...passkey, createdAt: now(), lastUsedAt: undefined }));
  },
});

/** PUT /api/passkeys/:passkey: another name. */
export const renamePasskey = endpoint({
  method: "put",
  path: "/api/passkeys/:passkey",
  summary: "Rename a passkey",
  description: "The passkey itself stays.",
  tag: "Sessions",
  auth: "key",
  needs: "signed_in",
  params: passkeyParams,
  body: z.object({ name: nameSchema }),
  responses: { 200: { description: "The passkey", schema: passkeySchema } },

  async handle({ params, body, caller, context }) {
    const { person } = caller;
    const { store } = recorded(context, caller, {
      action: "passkey.renamed",
      resource: { type: "passkey", id: params.passkey, name: body.name },
    });
    const passkey = person && (await store.passkeys.rename(caller.workspaceId, person.id, params.passkey, body.name));
    if (!passkey) throw notFound();
    return json(passkeyJson(passkey));
  },
});

/** DELETE /api/passkeys/:passkey: it signs nobody in any more. */
export const removePasskey = endpoint({
  method: "delete",
  path: "/api/passkeys/:passkey",
  summary: "Remove a passkey",
  description:
    "It signs nobody in any more; sessions that it opened stay. The device keeps its half until somebody deletes it there.",
  tag: "Sessions",
  auth: "key",
  needs: "signed_in",
  fresh: true,
  params: passkeyParams,
  responses: DONE,

  async handle({ params, caller, context }) {
    const { person } = caller;
    const { store } = recorded(context, caller, {
      action: "passkey.removed",
      resource: { type: "passkey", id: params.passkey, name: "" },
    });
    if (!person || !(await store.passkeys.remove(caller.workspaceId, person.id, params.passkey))) throw notFound();
    return json({ success: "1" });
  },
});
