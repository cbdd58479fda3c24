import * as z from "zod";
import { auditValues } from "../../audit/audit-values.ts";
import { differences, recorded } from "../../audit/recorded.ts";
import { Failure } from "../../domain/failure.ts";
import type { FailureCode } from "../../domain/failure-codes.ts";
import { DELETED, deleted, quoted } from "../../http/deleted.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { optional, text } from "../../http/wire-values.ts";
import type { ListedIdentity, SealedIdentity } from "../../store/identities.ts";
import { identityJson, identityNotFound, identityParams, identitySchema } from "./identity-json.ts";
import { identityMembers, sentIdentity } from "./sent-identity.ts";

/** No more are kept: certificates cost money, and a handful is plenty. */
export const MAX_IDENTITIES = 50;

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

  async handle({ body, caller, context }) {
    const { workspaceId } = caller;
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
    const { store } = recorded(context, caller, {
      action: "identity.created",
      resource: { type: "identity", id, name: body.name },
      after: identityValues(body.name, sealed.certificate),
    });
    const made = await store.identities.create(workspaceId, id, body.name, sealed, now);
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

  async handle({ params: { id }, body, caller, context }) {
    const { workspaceId } = caller;
    const { identities } = context.store;
    const now = context.now();
    const current = await identities.byId(workspaceId, id);
    if (!current) throw identityNotFound();
    const identity = await sentIdentity(body, { workspaceId, id }, context.env.SECRETS_KEY, now);
    const { store } = recorded(context, caller, {
      action: "identity.updated",
      resource: { type: "identity", id, name: current.name },
      ...differences(
        identityValues(current.name, current),
        identityValues(body.name ?? current.name, identity?.certificate ?? current),
      ),
    });
    const updated = await store.identities.update(workspaceId, id, { name: body.name, identity }, now);
    if (updated === "taken") throw nameTaken(body.name ?? "");
    if (!updated) throw identityNotFound();
    return json(identityJson(updated, now));
  },
});

/** DELETE /api/identities/:id: nothing is signed with the key from then on; signatures made with it stay valid. */
export const deleteIdentity = endpoint({
  method: "delete",
  path: "/api/identities/:id",
  summary: "Delete a signing identity",
  description:
    "Nothing is signed with its key from then on; it lies in the bin for 30 days, encrypted, unless an owner removes it for " +
    "good. Signatures made with it stay as they are; merges that are to be signed by it fail.",
  tag: "Signatures",
  auth: "key",
  needs: "identity:manage",
  params: identityParams,
  responses: DELETED,

  async handle({ params, caller, context }) {
    const identity = await context.store.identities.byId(caller.workspaceId, params.id);
    if (!identity) throw identityNotFound();
    const { store } = recorded(context, caller, {
      action: "identity.deleted",
      resource: { type: "identity", id: identity.id, name: identity.name },
    });
    const isDeleted = await store.identities.delete(caller.workspaceId, params.id, context.now());
    if (!isDeleted) throw identityNotFound();
    return deleted({
      users: (await context.store.uses.ofIdentity(caller.workspaceId, identity)).map(quoted),
      code: "identity_in_use",
      one: "document or data route is to be signed by it, and fails to be merged from now on",
      many: "documents and data routes are to be signed by it, and fail to be merged from now on",
      remedy: "Bring it back from the bin within 30 days, or choose another identity in their settings.",
    });
  },
});

const nameTaken = (name: string): Failure =>
  new Failure("name_taken", `Your workspace already has a signing identity "${name}".`, {
    errors: [{ pointer: "/name", message: "Choose another name, or change that identity." }],
  });

/** What its certificate says; the key itself is nobody's to see. */
const identityValues = (name: string, certificate: ListedIdentity | SealedIdentity["certificate"]) =>
  auditValues({
    name,
    subject: certificate.subject,
    issuer: certificate.issuer,
    fingerprint: certificate.fingerprint,
    valid_to: certificate.validTo.toISOString(),
  });
