import { queryOptions } from "@tanstack/react-query";
import { type AnswerOf, api, withTag } from "./client.ts";

/** The workspace, with the ETag of its settings. */
export type Account = AnswerOf<"/api/account"> & { etag: string };

/** The workspace with its defaults and its counts. */
export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: (): Promise<Account> => withTag(api.GET("/api/account")),
});
