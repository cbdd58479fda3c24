import { queryOptions, useQuery } from "@tanstack/react-query";
import { dataOf } from "../../packages/docloom/src/client/answers.ts";
import { api, sendOnce } from "../api/client.ts";
import { isAllowed, type Right } from "./is-allowed.ts";
import { sessionQuery } from "./session.ts";

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
