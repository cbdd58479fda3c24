import { queryOptions, useQuery } from "@tanstack/react-query";
import { dataOf } from "../../packages/docloom/src/client/answers.ts";
import { type AnswerOf, api, type BodyOf, sendOnce } from "../api/client.ts";
import { sessionQuery } from "./session.ts";

/** What somebody may be allowed. */
export type Right = NonNullable<BodyOf<"/api/keys">["rights"]>[number];

type Rights = Pick<AnswerOf<"/api/user">, "rights" | "folders">;

/** What whoever is signed in may. It belongs to the session: what forgets or reads that anew does so with this. */
export const rightsQuery = queryOptions({
  queryKey: [...sessionQuery.queryKey, "rights"],
  queryFn: () => dataOf(api.GET("/api/user", { fetch: sendOnce })),
  retry: false,
});

/** Asks what whoever is signed in may: what is not allowed is not shown. The service asks again at each request. */
export function useMay(): (right: Right, folder?: string) => boolean {
  const { data } = useQuery(rightsQuery);

  return (right, folder) => data !== undefined && isAllowed(data, right, folder);
}

/** Whether rights have one of them: in a folder (a path, empty for none), or without one, anywhere at all. */
export function isAllowed({ rights, folders }: Rights, right: Right, folder?: string): boolean {
  if (folder === undefined) return rights.includes(right) || folders.some((each) => each.rights.includes(right));
  const [nearest] = folders
    .filter(({ path }) => folder === path || folder.startsWith(`${path}/`))
    .sort((one, other) => other.path.length - one.path.length);

  return (nearest?.rights ?? rights).includes(right);
}
