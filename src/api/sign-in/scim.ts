import type { Context, Hono } from "hono";
import { personResource } from "../../audit/people-values.ts";
import { recorded } from "../../audit/recorded.ts";
import type { AuditedAct } from "../../domain/audit/entry.ts";
import { Failure } from "../../domain/failure.ts";
import { limitLogins } from "../../http/authenticate.ts";
import type { RequestContext } from "../../http/context.ts";
import type { App, AppBindings } from "../../http/endpoint.ts";
import { noteWorkspace } from "../../http/note-workspace.ts";
import { ScimError } from "../../sign-in/scim/scim-error.ts";
import { patchedScimUser } from "../../sign-in/scim/scim-patch.ts";
import { readScimFilter, readScimUser, scimListJson, scimUserJson } from "../../sign-in/scim/scim-user.ts";
import type { Directory, DirectoryEntry } from "../../store/ways-in/directories.ts";

/** Directories ask for a hundred at a time. */
const MAX_PAGE = 200;
const MAX_BODY_BYTES = 256 * 1024;

interface ScimRequest {
  context: RequestContext;
  directory: Directory;
}

/** SCIM 2.0 (RFC 7644): a company's directory says who is in a workspace. */
export function mountScim(app: App): void {
  const users = "/scim/v2/Users";
  app.get(
    "/scim/v2/ServiceProviderConfig",
    answering(async () => PROVIDER_CONFIG),
  );
  app.get(
    "/scim/v2/ResourceTypes",
    answering(async ({ context }) => scimListJson([resourceType(context)], 1)),
  );
  app.get(users, answering(listUsers));
  app.post(users, answering(createUser));
  app.get(
    `${users}/:id`,
    answering(async (asked, c) => shown(asked, await userOf(asked, c))),
  );
  app.put(
    `${users}/:id`,
    answering(async (asked, c) => change(asked, c, readScimUser(await bodyOf(c)))),
  );
  app.patch(
    `${users}/:id`,
    answering(async (asked, c) => {
      const user = await userOf(asked, c);
      return change(asked, c, readScimUser(patchedScimUser(shown(asked, user), await bodyOf(c))));
    }),
  );
  app.delete(
    `${users}/:id`,
    answering(async (asked, c) => {
      const user = await userOf(asked, c);
      await takeOut(asked, user.email);
      await asked.context.store.directories.remove(asked.directory.workspaceId, user.id);
      return undefined;
    }),
  );
  for (const address of ["/scim", "/scim/*"] satisfies Parameters<Hono["all"]>[0][])
    app.all(
      address,
      answering(async () => {
        throw new ScimError(404, "There is nothing at this address: users are at /scim/v2/Users.");
      }),
    );
}

type ScimContext = Context<AppBindings>;

/** An answer in SCIM's form, errors among them. */
function answering(handle: (asked: ScimRequest, c: ScimContext) => Promise<object | undefined>) {
  return async (c: ScimContext): Promise<Response> => {
    const context = c.get("context");
    try {
      const directory = await directoryOf(context);
      noteWorkspace(context, directory.workspaceId);
      const body = await handle({ context, directory }, c);
      context.executionContext.waitUntil(
        context.store.directories
          .noteUse(directory.workspaceId, context.now())
          .catch((error) => context.log.failure("use.not_noted", error)),
      );
      return scimJson(body, body === undefined ? 204 : c.req.method === "POST" ? 201 : 200);
    } catch (error) {
      if (error instanceof ScimError) return scimJson(error, error.status);
      if (error instanceof Failure && error.code === "rate_limited")
        return scimJson(new ScimError(429, error.message), 429);
      throw error;
    }
  };
}

const scimJson = (body: object | undefined, status: number): Response =>
  new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { "content-type": "application/scim+json", ...(status === 401 ? { "www-authenticate": "Bearer" } : {}) },
  });

/** The directory whose token came along. */
async function directoryOf(context: RequestContext): Promise<Directory> {
  const token = /^Bearer +([\w-]{20,200})$/i.exec(context.request.headers.get("authorization") ?? "")?.[1];
  const directory = token === undefined ? undefined : await context.store.lookUps.directories.byToken(token);
  if (directory) return directory;
  await limitLogins(context);
  throw new ScimError(401, "The token is missing, wrong, or was replaced by another.");
}

async function bodyOf(c: ScimContext): Promise<unknown> {
  const text = await c.req.text();
  if (text.length > MAX_BODY_BYTES) throw new ScimError(413, "The body is too large.");
  try {
    return JSON.parse(text);
  } catch {
    throw new ScimError(400, "The body is not valid JSON.", "invalidSyntax");
  }
}

async function userOf({ context, directory }: ScimRequest, c: ScimContext): Promise<DirectoryEntry> {
  const user = await context.store.directories.user(directory.workspaceId, c.req.param("id") ?? "");
  if (!user) throw new ScimError(404, "There is no such user.");
  return user;
}

const shown = ({ context }: ScimRequest, user: DirectoryEntry) => scimUserJson(user, context.settings.publicBaseUrl);

async function listUsers(asked: ScimRequest, c: ScimContext): Promise<object> {
  const number = (name: string, least: number, otherwise: number) => {
    const sent = Number.parseInt(c.req.query(name) ?? "", 10);
    return Number.isNaN(sent) ? otherwise : Math.max(least, sent);
  };
  const filter = c.req.query("filter");
  const startIndex = number("startIndex", 1, 1);
  const { users, total } = await asked.context.store.directories.users(
    asked.directory.workspaceId,
    filter === undefined ? undefined : readScimFilter(filter),
    { offset: startIndex - 1, limit: Math.min(number("count", 0, 100), MAX_PAGE) },
  );
  return scimListJson(
    users.map((user) => shown(asked, user)),
    total,
    startIndex,
  );
}

const nameTaken = (): ScimError => new ScimError(409, "There is a user of this userName.", "uniqueness");

async function createUser(asked: ScimRequest, c: ScimContext): Promise<object> {
  const { context, directory } = asked;
  const members = readScimUser(await bodyOf(c));
  const user = await context.store.directories.add(directory.workspaceId, members, context.now());
  if (!user) throw nameTaken();
  if (user.active) await letIn(asked, user);
  return shown(asked, user);
}

/** What follows for people comes first: if it fails, the directory asks again. */
async function change(asked: ScimRequest, c: ScimContext, members: ReturnType<typeof readScimUser>): Promise<object> {
  const { context, directory } = asked;
  const former = await userOf(asked, c);
  if (former.email !== members.email) await moveAddress(asked, former, members.email);
  if (members.active) await letIn(asked, members);
  else await takeOut(asked, members.email);
  const changed = await context.store.directories.change(directory.workspaceId, former.id, members, context.now());
  if (changed === "taken") throw nameTaken();
  if (!changed) throw new ScimError(404, "There is no such user.");
  return shown(asked, changed);
}

/** The store for one change that the directory makes, with its entry in the log. */
const recordedHere = (context: RequestContext, workspaceId: string, change: AuditedAct) =>
  recorded(context, { workspaceId, keyId: "", actor: { type: "directory", id: "", via: "directory" } }, change).store;

/** Who is active is a member, in the directory's role; who is one already stays what they are. */
async function letIn(
  { context, directory }: ScimRequest,
  { email, name }: { email: string; name: string },
): Promise<void> {
  const { persons } = context.store;
  const { workspaceId, role } = directory;
  const person = await persons.findOrCreate(workspaceId, email, name || email, context.now());
  const resource = personResource(person);
  const joining = recordedHere(context, workspaceId, { action: "person.let_in", resource, after: { role } });
  await joining.memberships.add(workspaceId, person.id, role, [], context.now());
  if (name === "" || name === person.name) return;
  await recordedHere(context, workspaceId, { action: "person.renamed", resource }).persons.rename(
    workspaceId,
    person.id,
    name,
  );
}

/**
 * Who is not active is none: sessions end, and keys that they made stop.
 * @throws ScimError for the last owner
 */
async function takeOut({ context, directory }: ScimRequest, email: string): Promise<void> {
  const { workspaceId } = directory;
  const person = await context.store.persons.byEmail(workspaceId, email);
  if (!person) return;
  const { memberships } = recordedHere(context, workspaceId, {
    action: "person.let_go",
    resource: personResource(person),
  });
  const leaving = { keysTo: undefined, by: "", renewed: { documents: [], routes: [] } };
  if ((await memberships.remove(workspaceId, person.id, leaving, context.now())) === "last_owner")
    throw new ScimError(409, "This is the last owner of the workspace: make somebody else an owner first.");
}

/**
 * Another address of the same person. An owner's stays: whoever manages the directory would become one by writing an address
 * of their own.
 * @throws ScimError
 */
async function moveAddress({ context, directory }: ScimRequest, former: DirectoryEntry, email: string): Promise<void> {
  const { persons, memberships } = context.store;
  const { workspaceId } = directory;
  const person = await persons.byEmail(workspaceId, former.email);
  if (!person) return;
  const membership = await memberships.byPerson(workspaceId, person.id);
  if (membership?.role === "owner")
    throw new ScimError(
      409,
      "A directory does not change the address of an owner: invite the new address in the console.",
    );
  const moving = recordedHere(context, workspaceId, {
    action: "person.address_changed",
    resource: personResource(person),
  });
  if (!(await moving.persons.changeEmail(workspaceId, person.id, email)))
    throw new ScimError(409, "Another person in the workspace has this address.", "uniqueness");
}

/** What is supported (RFC 7643, 5). */
const PROVIDER_CONFIG = {
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_PAGE },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    { type: "oauthbearertoken", name: "Bearer token", description: "The token that the workspace's owner was shown." },
  ],
};

const resourceType = ({ settings }: RequestContext) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
  id: "User",
  name: "User",
  endpoint: "/Users",
  schema: "urn:ietf:params:scim:schemas:core:2.0:User",
  meta: { resourceType: "ResourceType", location: `${settings.publicBaseUrl}/scim/v2/ResourceTypes/User` },
});
