import {
  amount,
  constant,
  date,
  EXTENDED,
  type Group,
  group,
  listOf,
  type MappingNode,
  text,
} from "./mapping-nodes.ts";
import type { ProfileLevel } from "./profiles.ts";

/** Elements that occur in several places of the XML, each with the same members. */

export const issueDate = (to = "date"): Group => date("ram:FormattedIssueDateTime", to, EXTENDED, "qdt");

/** Another document, by number, line and date. */
export const reference = (tag: string, options: Partial<Group>): Group =>
  group(tag, [text("ram:IssuerAssignedID", "id"), text("ram:LineID", "line"), issueDate()], options);

/** A document of any kind: EXTENDED allows more kinds than those that have terms of their own. */
export const otherDocuments = (): Group =>
  group(
    "ram:AdditionalReferencedDocument",
    [
      text("ram:IssuerAssignedID", "id"),
      text("ram:URIID", "url"),
      text("ram:LineID", "line"),
      text("ram:TypeCode", "type_code"),
      text("ram:Name", "description"),
      text("ram:AttachmentBinaryObject", "content", {
        attributes: { mimeCode: "media_type", filename: "file_name" },
      }),
      text("ram:ReferenceTypeCode", "reference_type"),
      issueDate(),
    ],
    listOf("other_documents"),
  );

/** VAT on something that is not a line. */
export const tax = (tag: string, options: Partial<Group>): Group =>
  group(
    tag,
    [
      amount("ram:CalculatedAmount", "amount"),
      constant("ram:TypeCode", "VAT"),
      text("ram:ExemptionReason", "exemption_reason"),
      text("ram:CategoryCode", "category"),
      text("ram:ExemptionReasonCode", "exemption_code"),
      amount("ram:RateApplicablePercent", "rate"),
    ],
    options,
  );

export const note = (): readonly MappingNode[] => [
  text("ram:ContentCode", "content_code", EXTENDED),
  text("ram:Content", "text"),
  text("ram:SubjectCode", "subject_code"),
];

export const period = (from: ProfileLevel): Group =>
  group(
    "ram:BillingSpecifiedPeriod",
    [
      text("ram:Description", "description", EXTENDED),
      date("ram:StartDateTime", "from"),
      date("ram:EndDateTime", "to"),
    ],
    { to: "period", from },
  );
