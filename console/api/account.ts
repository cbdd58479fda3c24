import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../packages/docloom/src/client/answers.ts";
import { api } from "./client.ts";

/** The workspace with its defaults and its counts. */
export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: () => dataOf(api.GET("/api/account")),
});
