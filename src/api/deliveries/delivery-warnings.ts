import { z } from "zod";
import type { TemplateWarning } from "../../domain/template-warning.ts";
import { templateWarningSchema } from "../documents/document-schemas.ts";
import { unknownMembers } from "../documents/unknown-members.ts";

const MEMBERS = ["type", "name", "active", "settings"] as const;

/** What answers of create and update say about members of the request that mean nothing. */
export const deliveryWarnings = z
  .array(templateWarningSchema)
  .optional()
  .meta({ description: "Members of the request that mean nothing." });

/** The member `warnings` of such an answer; nothing where nothing is odd. */
export function unknownDeliveryMembers(ignored: readonly string[]): { warnings?: TemplateWarning[] } {
  const warnings = unknownMembers(ignored, MEMBERS);
  return warnings.length > 0 ? { warnings } : {};
}
