import * as z from "zod";
import { authorizationServer } from "../../applications/open-server.ts";
import { recordAct } from "../../audit/recorded.ts";
import { Failure } from "../../domain/failure.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { DONE } from "../../http/success.ts";
import { text } from "../../http/wire-values.ts";
import { grantOwner, personOf } from "./authorize.ts";

const applicationSchema = z
  .object({
    id: z.string().meta({ description: "Identifier of what was granted." }),
    name: z.string().meta({ description: "What the application calls itself." }),
    host: z.string().meta({ description: "Where the access went." }),
    rights: z.array(z.string()).meta({ description: "What it may, as far as the person may." }),
    created_at: z.iso.datetime().meta({ description: "When it was let in." }),
  })
  .meta({ id: "Application" });

const metadataSchema = z.object({ name: z.string(), host: z.string() }).catch({ name: "", host: "" });

const notFound = (): Failure => new Failure("not_found", "No such application acts for you.");

/** GET /api/applications: those that act for the person. */
export const listApplications = endpoint({
  method: "get",
  path: "/api/applications",
  summary: "List the applications that act for you",
  description: "Those that the person who asks has let into this workspace.",
  tag: "Applications",
  auth: "key",
  needs: "signed_in",
  problems: ["forbidden"],
  responses: { 200: { description: "Applications", schema: z.array(applicationSchema) } },

  async handle({ caller, context }) {
    const { applicationHelpers } = await authorizationServer();
    const owner = grantOwner(caller, personOf(caller));
    const { items } = await applicationHelpers(context).listUserGrants(owner, { limit: 1_000 });
    return json(
      items.map(({ id, scope, metadata, createdAt }) => ({
        id,
        ...metadataSchema.parse(metadata),
        rights: scope,
        created_at: new Date(createdAt * 1000).toISOString(),
      })),
    );
  },
});

/** DELETE /api/applications/:application: it is out at once. */
export const removeApplication = endpoint({
  method: "delete",
  path: "/api/applications/:application",
  summary: "Turn an application out",
  description: "Its tokens stop working at once.",
  tag: "Applications",
  auth: "key",
  needs: "signed_in",
  params: z.object({ application: text().meta({ description: "Id of the application." }) }),
  responses: DONE,

  async handle({ params, caller, context }) {
    if (!caller.person) throw notFound();
    const { applicationHelpers } = await authorizationServer();
    const owner = grantOwner(caller, caller.person);
    const helpers = applicationHelpers(context);
    const { items } = await helpers.listUserGrants(owner, { limit: 1_000 });
    const grant = items.find(({ id }) => id === params.application);
    if (!grant) throw notFound();
    await helpers.revokeGrant(grant.id, owner);
    const { name } = metadataSchema.parse(grant.metadata);
    await recordAct(context, caller, {
      action: "application.turned_out",
      resource: { type: "application", id: grant.id, name },
    });
    return json({ success: "1" });
  },
});
