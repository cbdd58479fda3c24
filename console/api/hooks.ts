import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../packages/docloom/src/client/answers.ts";
import { api, type Schemas } from "./client.ts";

export type Hook = Schemas["Hook"];

/** The hooks of the workspace that whoever is signed in sees, in the order in which they were made. */
export const hooksQuery = queryOptions({
  queryKey: ["hooks"],
  queryFn: () => dataOf(api.GET("/api/hooks", {})),
});

/** What hooks can be made for, with an example of each. */
export const hookEventsQuery = queryOptions({
  queryKey: ["hooks", "events"],
  queryFn: () => dataOf(api.GET("/api/hooks/events", {})),
  staleTime: Number.POSITIVE_INFINITY,
});
