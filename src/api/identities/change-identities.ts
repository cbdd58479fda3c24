import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import type { FailureCode } from "../../domain/failure-codes.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { DONE } from "../../http/success.ts";
import { optional, text } from "../../http/wire-values.ts";
import { identityJson, identityNotFound, identityParams, identitySchema } from "./identity-json.ts";
import { identityMembers, sentIdentity } from "./sent-identity.ts";

/** No more are kept: certificates cost money, and a handful is plenty. */
const MAX_IDENTITIES = 50;

const nameSchema = text()
  .pipe(z.string().trim().min(1).max(200))
  .meta({ description: "A name for people, unique in the workspace.", examples: ["Sales"] });

const PROBLEMS: FailureCode[] = [
  "invalid_base64",
  "identity_invalid",
  "identity_wrong_password",
  "identity_expired",
  "certificate_invalid",
  "file_ambiguous",
  "name_taken",
  "misconfigured",
];

/** POST /api/identities: the key is encrypted at once, and leaves the service only in signatures. */
export const createIdentity = endpoint({
  method: "post",
  onRepeat: "same_answer",
  path: "/api/identities",
  summary: "Keep a signing identity",
  description:
    "A private key with its certificates, kept encrypted under a key of the deployment, for `settings[signature]` and `sign_pdf`. " +
    "Neither the private key nor the password is ever shown again.",
  tag: "Signatures",
  auth: "key",
  needs: "identity:manage",
  fresh: true,
  body: z.object({ name: nameSchema, ...identityMembers }),
  problems: [...PROBLEMS, "file_missing"],
  responses: { 200: { description: "The new identity.", schema: identitySchema } },

  async handle({ body, caller: { workspaceId }, context }) {
    const { identities } = context.store;
    const now = context.now();
    if ((await identities.count(workspaceId)) >= MAX_IDENTITIES) {
      throw new Failure("invalid_request", `A workspace keeps at most ${MAX_IDENTITIES} signing identities.`);
    }
    const id = identities.newId();
    const sealed = await sentIdentity(body, { workspaceId, id }, context.env.SECRETS_KEY, now);
    if (!sealed) {
      throw new Failure("file_missing", "An identity needs file (PKCS#12 or PEM), or private_key with certificates.");
    }
    const made = await identities.create(workspaceId, id, body.name, sealed, now);
    if (!made) throw nameTaken(body.name);
    return json(identityJson(made, now));
  },
});

/** PUT /api/identities/:id: a renewed certificate goes on under the same id and name. */
export const updateIdentity = endpoint({
  method: "put",
  path: "/api/identities/:id",
  summary: "Change a signing identity",
  description:
    "Another name, or another key with its certificates: documents that name the identity sign with it at once.",
  tag: "Signatures",
  auth: "key",
  needs: "identity:manage",
  fresh: true,
  params: identityParams,
  body: z.object({ name: optional(nameSchema), ...identityMembers }),
  problems: PROBLEMS,
  responses: { 200: { description: "The identity.", schema: identitySchema } },

  async handle({ params: { id }, body, caller: { workspaceId }, context }) {
    const { identities } = context.store;
    const now = context.now();
    if (!(await identities.byId(workspaceId, id))) throw identityNotFound();
    const identity = await sentIdentity(body, { workspaceId, id }, context.env.SECRETS_KEY, now);
    const updated = await identities.update(workspaceId, id, { name: body.name, identity }, now);
    if (updated === "taken") throw nameTaken(body.name ?? "");
    if (!updated) throw identityNotFound();
    return json(identityJson(updated, now));
  },
});

/** DELETE /api/identities/:id: the key is gone at once; signatures made with it stay valid. */
export const deleteIdentity = endpoint({
  method: "delete",
  path: "/api/identities/:id",
  summary: "Delete a signing identity",
  description:
    "Its key is gone at once. Signatures made with it stay as they are; merges that are to be signed by it fail.",
  tag: "Signatures",
  auth: "key",
  needs: "identity:manage",
  params: identityParams,
  responses: DONE,

  async handle({ params, caller, context }) {
    const deleted = await context.store.identities.delete(caller.workspaceId, params.id);
    if (!deleted) throw identityNotFound();
    return json({ success: "1" });
  },
});

const nameTaken = (name: string): Failure =>
  new Failure("name_taken", `Your workspace already has a signing identity "${name}".`, {
    errors: [{ pointer: "/name", message: "Choose another name, or change that identity." }],
  });
