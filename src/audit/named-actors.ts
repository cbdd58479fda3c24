import * as z from "zod";
import type { AuditActor } from "../domain/audit/entry.ts";
import type { Caller, RequestContext } from "../http/context.ts";

/** Somebody in the log, with the name of today. */
export const actorSchema = z.object({
  type: z.enum(["person", "key", "link", "directory", "service"]).meta({ description: "Who did it." }),
  id: z.string().meta({ description: "Id of the person or key; empty for a sign-in link." }),
  name: z.string().meta({ description: "Its name as it is now; not part of what is hashed." }),
  via: z
    .enum(["api", "console", "command_line", "agent", "application", "directory", "service"])
    .meta({ description: "What the request came by." }),
});

/** Names of those who are named by id in the log, as they are called now. */
export async function actorNames(
  { store }: Pick<RequestContext, "store">,
  { workspaceId }: Pick<Caller, "workspaceId">,
): Promise<ReadonlyMap<string, string>> {
  const [keys, persons] = await Promise.all([store.keys.list(workspaceId), store.persons.names(workspaceId)]);
  return new Map([...keys.map(({ keyId, name }) => [keyId, name] as const), ...persons]);
}

export const namedActor = (actor: AuditActor, names: ReadonlyMap<string, string>): z.output<typeof actorSchema> => ({
  ...actor,
  name: names.get(actor.id) ?? "",
});
