import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../packages/docloom/src/client/answers.ts";
import { api, type Schemas } from "./client.ts";

export type Approval = Schemas["Approval"];

/** What somebody can ask approval of: one of them. */
export interface AskedChange {
  version?: number;
  settings?: Record<string, unknown>;
  output?: string;
  size_width?: string;
  size_height?: string;
  delivery?: string;
  active?: 0 | 1;
}

const of = (id: string) => ({ path: { id } });

/** What was asked for and what became of it, newest first. */
export const approvalsQuery = (id: string) =>
  queryOptions({
    queryKey: ["documents", id, "approvals"],
    queryFn: () => dataOf(api.GET("/api/documents/{id}/approvals", { params: of(id) })),
  });

/** Who can be asked. */
export const approversQuery = (id: string) =>
  queryOptions({
    queryKey: ["documents", id, "approvers"],
    queryFn: () => dataOf(api.GET("/api/documents/{id}/approvers", { params: of(id) })),
  });

/** @param to a person; empty for everybody who can */
export const askForApproval = (id: string, change: AskedChange, to: string, comment: string) =>
  api.POST("/api/documents/{id}/approvals", {
    params: of(id),
    body: { ...(change as object), comment, ...(to ? { to } : {}) },
  });

export const decideApproval = (id: string, approval: string, decision: "approve" | "give_back", comment: string) => {
  const params = { path: { id, approval } };
  return decision === "approve"
    ? api.POST("/api/documents/{id}/approvals/{approval}/approve", { params, body: { comment } })
    : api.POST("/api/documents/{id}/approvals/{approval}/give_back", { params, body: { comment } });
};

export const withdrawApproval = (id: string, approval: string) =>
  api.DELETE("/api/documents/{id}/approvals/{approval}", { params: { path: { id, approval } } });
