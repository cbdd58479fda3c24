import { createHash } from "node:crypto";
import type { AuditResource, AuditValues } from "../domain/audit/entry.ts";
import type { DeliveryOwner } from "../domain/delivery/delivery.ts";
import { MASK } from "../domain/delivery/delivery-secrets.ts";
import type { DocumentSettings } from "../domain/document.ts";
import type { MergeTarget } from "../domain/merge-target.ts";
import type { Route, RouteRule } from "../domain/route.ts";
import type { Approval } from "../store/approvals/approvals.ts";
import type { Delivery } from "../store/deliveries.ts";
import type { ListedDocument, StoredDocument } from "../store/document-rows.ts";

/** Longer values, such as a mail's html, are in the log by their digest. */
const MAX_VALUE_LENGTH = 1_000;

export const documentResource = ({ id, name }: Pick<ListedDocument, "id" | "name">): AuditResource => ({
  type: "document",
  id: String(id),
  name,
});

/** A sample in the log: its name, and never its data. */
export const sampleResource = (documentId: number, { id, name }: { id: string; name: string }): AuditResource => ({
  type: "sample",
  id: `documents/${documentId}/samples/${id}`,
  name,
});

/** A delivery in the log: its id begins with what it belongs to, as its address does. */
export const deliveryResource = (owner: DeliveryOwner, { id, name }: { id: string; name: string }): AuditResource => ({
  type: "delivery",
  id: `${pathOf(owner)}/deliveries/${id}`,
  name,
});

/** An address of another service in the log, by the id that the document had there; the key is whoever's who merges. */
export const formerAddressResource = (owner: DeliveryOwner, formerId: number): AuditResource => ({
  type: "address",
  id: `${pathOf(owner)}/addresses/${formerId}`,
  name: `/${"documentId" in owner ? "merge" : "route"}/${formerId}/…`,
});

const pathOf = (owner: DeliveryOwner): string =>
  "documentId" in owner ? `documents/${owner.documentId}` : `routes/${owner.routeId}`;

export const routeResource = ({ id, name }: Pick<Route, "id" | "name">): AuditResource => ({
  type: "route",
  id: String(id),
  name,
});

/** What is shown of a document's or a data route's properties. */
type Target = Partial<MergeTarget> & Partial<Pick<StoredDocument, "type" | "output" | "sizeWidth" | "sizeHeight">>;

/** The properties of a document or a data route, under the names that the interface has for them. */
export function targetValues(target: Target & { settings?: DocumentSettings | Route["settings"] }): AuditValues {
  return auditValues({
    name: target.name,
    type: target.type,
    output: target.output,
    output_name: target.outputName,
    folder: target.folder,
    active: target.active,
    retention_days: target.retentionDays,
    size_width: target.sizeWidth,
    size_height: target.sizeHeight,
    ...inSettings(target.settings),
  });
}

/** A delivery's properties; secrets are masked. */
export function deliveryValues({ kind, name, active, settings }: ShownDelivery): AuditValues {
  return auditValues({ type: kind, name, active, ...inSettings(settings) });
}

/** By whose approval something was changed. Persons are named by id only. */
export const approvalValues = ({
  id,
  askedBy,
  decidedBy,
}: Pick<Approval, "id" | "askedBy" | "decidedBy">): AuditValues => ({
  approval: id,
  asked_by: askedBy,
  approved_by: decidedBy,
});

interface ShownDelivery extends Pick<Delivery, "kind" | "name" | "active"> {
  /** As people may see them. */
  settings: Readonly<Record<string, unknown>>;
}

/** Adds, masked, the secrets that were replaced. */
export function withSentSecrets(
  values: { before: AuditValues; after: AuditValues },
  shown: Readonly<Record<string, unknown>>,
  sent: Readonly<Record<string, unknown>>,
): { before: AuditValues; after: AuditValues } {
  const names = Object.keys(sent).filter((name) => shown[name] === MASK && sent[name] !== MASK);
  return {
    ...values,
    after: { ...values.after, ...Object.fromEntries(names.map((name) => [`settings.${name}`, MASK])) },
  };
}

/** What rules do: which document or file, when, and in which order. */
export const ruleValues = (rules: readonly Partial<RouteRule>[]): AuditValues =>
  auditValues(
    Object.fromEntries(
      rules.map((rule, index) => {
        const { id = "new", documentId, file, combine, sort, loopField, conditions } = rule;
        return [
          `rules.${index + 1}`,
          { id, document_id: documentId, file, combine, sort, loop_field: loopField, conditions },
        ];
      }),
    ),
  );

function inSettings(settings: object | undefined): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings ?? {}).map(([name, value]) => [
      `settings.${name}`,
      // Tests of a document hold merge data.
      name === "tests" && Array.isArray(value) ? value.map((test) => ({ name: test.name })) : value,
    ]),
  );
}

/** Values as the log keeps them: without what is not there, and long ones by their digest. */
export function auditValues(values: Readonly<Record<string, unknown>>): AuditValues {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => {
        const text = typeof value === "string" ? value : JSON.stringify(value);
        if (text.length <= MAX_VALUE_LENGTH) return [name, value];
        return [name, { sha256: createHash("sha256").update(text).digest("hex"), length: text.length }];
      }),
  );
}
