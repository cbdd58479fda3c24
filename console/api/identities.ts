import { queryOptions } from "@tanstack/react-query";
import { getJson } from "./client.ts";

/** Someone who can sign for the workspace, according to the certificate. */
export interface Identity {
  id: string;
  /** No other identity of the workspace has it. */
  name: string;
  subject: string;
  issuer: string;
  valid_to: string;
  expired: number;
}

export const identitiesQuery = queryOptions({
  queryKey: ["identities"],
  queryFn: () => getJson<Identity[]>("/api/identities"),
});
