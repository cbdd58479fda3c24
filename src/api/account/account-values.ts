import { auditValues } from "../../audit/audit-values.ts";
import type { AuditValues } from "../../domain/audit/entry.ts";
import type { Workspace, WorkspaceChanges } from "../../store/workspaces.ts";

/** A workspace's settings, for the log. */
export const accountValues = (account: Workspace | (WorkspaceChanges & { id: string })): AuditValues =>
  auditValues({
    name: account.name,
    locale: account.locale ?? undefined,
    timezone: account.timezone ?? undefined,
    currency: account.currency ?? undefined,
    retention_days: account.retentionDays ?? undefined,
    audit_days: account.auditDays ?? undefined,
    alert_address: account.alertAddress ?? undefined,
  });
