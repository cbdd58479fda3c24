import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../packages/docloom/src/client/answers.ts";
import { api, type Schemas } from "./client.ts";

export type Issuer = Schemas["Issuer"];

/** The person's own passkeys. */
export const passkeysQuery = queryOptions({
  queryKey: ["passkeys"],
  queryFn: () => dataOf(api.GET("/api/passkeys")),
});

/** The workspace's issuers. */
export const issuersQuery = queryOptions({
  queryKey: ["issuers"],
  queryFn: () => dataOf(api.GET("/api/issuers")),
});

/** The connection with the company's directory. */
export const directoryQuery = queryOptions({
  queryKey: ["directory"],
  queryFn: () => dataOf(api.GET("/api/directory")),
});

/** The applications that act for the person. */
export const applicationsQuery = queryOptions({
  queryKey: ["applications"],
  queryFn: () => dataOf(api.GET("/api/applications")),
});
