import { EXTENDED, type Group, group, listOf, type MappingNode, text } from "./mapping-nodes.ts";
import type { ProfileLevel } from "./profiles.ts";

/** BG-5, BG-8, BG-12, BG-15. */
const address = (from: ProfileLevel, to = "address"): Group =>
  group(
    "ram:PostalTradeAddress",
    [
      text("ram:PostcodeCode", "post_code", { from: "basic-wl" }),
      text("ram:LineOne", "line1", { from: "basic-wl" }),
      text("ram:LineTwo", "line2", { from: "basic-wl" }),
      text("ram:LineThree", "line3", { from: "basic-wl" }),
      text("ram:CityName", "city", { from: "basic-wl" }),
      text("ram:CountryID", "country"),
      text("ram:CountrySubDivisionName", "region", { from: "basic-wl" }),
    ],
    { to, from },
  );

/** BG-6 and BG-9. */
const contact = (options: Partial<Group>): Group =>
  group(
    "ram:DefinedTradeContact",
    [
      text("ram:PersonName", "name"),
      text("ram:DepartmentName", "department"),
      text("ram:TypeCode", "type_code", EXTENDED),
      group("ram:TelephoneUniversalCommunication", [text("ram:CompleteNumber", "phone")]),
      group("ram:FaxUniversalCommunication", [text("ram:CompleteNumber", "fax")], EXTENDED),
      group("ram:EmailURIUniversalCommunication", [text("ram:URIID", "email")]),
    ],
    options,
  );

type PartyPart =
  | "id"
  | "other_ids"
  | "global_id"
  | "other_global_ids"
  | "legal_information"
  | "legal_id"
  | "trading_name"
  | "contact"
  | "address"
  | "electronic_address"
  | "tax_number"
  | "vat_id";

/**
 * Somebody involved in the invoice.
 * @param parts the poorest profile that has each; the others are only in EXTENDED
 */
export const party = (parts: Partial<Record<PartyPart, ProfileLevel>> = {}): readonly MappingNode[] => {
  const from = (part: PartyPart) => ({ from: parts[part] ?? "extended" });
  const earliest = parts.legal_id ?? parts.trading_name ?? "extended";
  return [
    text("ram:ID", "id", from("id")),
    text("ram:ID", "other_ids", { many: true, ...from("other_ids") }),
    text("ram:GlobalID", "global_id", { attributes: { schemeID: "global_id_scheme" }, ...from("global_id") }),
    text("ram:GlobalID", "other_global_ids", {
      item: "id",
      attributes: { schemeID: "scheme" },
      ...from("other_global_ids"),
    }),
    text("ram:Name", "name"),
    text("ram:RoleCode", "role", EXTENDED),
    text("ram:Description", "legal_information", from("legal_information")),
    group(
      "ram:SpecifiedLegalOrganization",
      [
        text("ram:ID", "legal_id", { attributes: { schemeID: "legal_id_scheme" }, ...from("legal_id") }),
        text("ram:TradingBusinessName", "trading_name", from("trading_name")),
        address("extended", "legal_address"),
      ],
      { from: earliest },
    ),
    contact({ to: "contact", ...from("contact") }),
    contact(listOf("other_contacts")),
    address(parts.address ?? "extended"),
    group(
      "ram:URIUniversalCommunication",
      [text("ram:URIID", "electronic_address", { attributes: { schemeID: "electronic_address_scheme" } })],
      from("electronic_address"),
    ),
    group(
      "ram:SpecifiedTaxRegistration",
      [text("ram:ID", "tax_number", { fixed: { schemeID: "FC" } })],
      from("tax_number"),
    ),
    group("ram:SpecifiedTaxRegistration", [text("ram:ID", "vat_id", { fixed: { schemeID: "VA" } })], from("vat_id")),
  ];
};

/** BG-4. */
export const SELLER_PARTS = {
  id: "basic-wl",
  other_ids: "basic-wl",
  global_id: "basic-wl",
  other_global_ids: "basic-wl",
  legal_information: "en16931",
  legal_id: "minimum",
  trading_name: "basic-wl",
  contact: "en16931",
  address: "minimum",
  electronic_address: "basic-wl",
  tax_number: "minimum",
  vat_id: "minimum",
} as const satisfies Record<PartyPart, ProfileLevel>;

/** BG-7: address and VAT identifier are not in the poorest profile, and another tax number only in the richest. */
export const BUYER_PARTS = {
  ...SELLER_PARTS,
  address: "basic-wl",
  vat_id: "basic-wl",
  tax_number: "extended",
} as const;
