import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../packages/docloom/src/client/answers.ts";
import { api } from "./client.ts";

/** Who can sign for the workspace, according to the certificates. */
export const identitiesQuery = queryOptions({
  queryKey: ["identities"],
  queryFn: () => dataOf(api.GET("/api/identities")),
});

/** One of them, with what is signed by it. */
export const identityQuery = (id: string) =>
  queryOptions({
    queryKey: ["identities", id],
    queryFn: () => dataOf(api.GET("/api/identities/{id}", { params: { path: { id } } })),
    staleTime: 0,
  });
