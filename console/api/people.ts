import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../packages/docloom/src/client/answers.ts";
import { api, type Schemas, sendOnce } from "./client.ts";

export type Person = Schemas["Person"];
export type Invitation = Schemas["Invitation"];
export type SentInvitation = Schemas["SentInvitation"];
export type InvitationOffer = Schemas["InvitationOffer"];

/** The members of the workspace, by name. */
export const peopleQuery = queryOptions({
  queryKey: ["people"],
  queryFn: () => dataOf(api.GET("/api/people")),
});

/** Invitations that wait, and those that have expired. */
export const invitationsQuery = queryOptions({
  queryKey: ["invitations"],
  queryFn: () => dataOf(api.GET("/api/invitations")),
});

/** What ends, or goes on, when somebody is let go. */
export const accessQuery = (person: string) =>
  queryOptions({
    queryKey: ["people", person, "access"],
    queryFn: () => dataOf(api.GET("/api/people/{person}/access", { params: { path: { person } } })),
  });

/** What an invitation's link offers; nothing is accepted yet. */
export const offerQuery = (token: string) =>
  queryOptions({
    queryKey: ["invitation", token],
    queryFn: () => dataOf(api.POST("/api/invitation", { body: { token }, fetch: sendOnce })),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export const acceptInvitation = (token: string, name: string) =>
  dataOf(api.POST("/api/invitation/accept", { body: { token, name }, fetch: sendOnce }));
