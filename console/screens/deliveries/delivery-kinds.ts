import { AtSign, Cloud, type LucideIcon, Split, Webhook } from "lucide-react";
import type { Delivery } from "../../api/deliveries.ts";

/** One setting of a delivery, as its form asks for it. */
export interface DeliverySetting {
  name: string;
  label: string;
  help?: string;
  example?: string;
  /** text: merge language in one line; long: in several; secret: never shown again. */
  input: "text" | "long" | "flag" | "choice" | "secret" | "route" | "headers";
  choices?: readonly { value: string; label: string }[];
  /** The default, for flags. */
  otherwise?: boolean;
  required?: boolean;
  /** Asked for only if another setting has one of these values. */
  when?: { name: string; values: readonly string[] };
}

export interface DeliveryKind {
  type: "email" | "webhook" | "s3" | "route";
  label: string;
  text: string;
  icon: LucideIcon;
  settings: readonly DeliverySetting[];
  /** The setting that says where it goes, shown in lists. */
  target: string;
}

const inTests: DeliverySetting = {
  name: "send_in_test",
  label: "Also send test merges",
  help: "Otherwise a test merge shows what would be sent, and sends nothing.",
  input: "flag",
};

/** Every way in which a merged file can be delivered. */
export const DELIVERY_KINDS: readonly DeliveryKind[] = [
  {
    type: "email",
    label: "E-mail",
    text: "The file goes to somebody by mail.",
    icon: AtSign,
    target: "to",
    settings: [
      {
        name: "to",
        label: "To",
        help: "Addresses, separated by commas; they may contain fields.",
        example: "{$Email}",
        input: "text",
        required: true,
      },
      { name: "cc", label: "Copy to", input: "text" },
      { name: "bcc", label: "Blind copy to", input: "text" },
      {
        name: "from",
        label: "From",
        help: "Empty: the sender of this service.",
        example: "Sales <sales@example.com>",
        input: "text",
      },
      { name: "reply_to", label: "Answers to", input: "text" },
      { name: "subject", label: "Subject", example: "Your invoice {$Number}", input: "text" },
      {
        name: "html",
        label: "Text",
        help: "Html, with fields. Empty: only the file.",
        example: "<p>Dear {$Name},</p>",
        input: "long",
      },
      { name: "attach", label: "Attach the file", input: "flag", otherwise: true },
      {
        name: "security",
        label: "Protection of the file",
        input: "choice",
        choices: [
          { value: "low", label: "Attached as it is" },
          { value: "medium", label: "A link that asks for a password" },
          { value: "high", label: "A link that asks for a password and works once" },
        ],
      },
      {
        name: "password",
        label: "Password",
        help: "May be a field; it is never mailed.",
        example: "{$Zip}",
        input: "secret",
        required: true,
        when: { name: "security", values: ["medium", "high"] },
      },
      {
        name: "expires",
        label: "Days until the link stops working",
        example: "14",
        input: "text",
        when: { name: "security", values: ["medium", "high"] },
      },
      {
        name: "domains",
        label: "Domains that data may name",
        help: "Needed for addresses such as office@{$Domain}. Separated by commas.",
        example: "example.com, example.org",
        input: "text",
      },
      inTests,
    ],
  },
  {
    type: "webhook",
    label: "Webhook",
    text: "Another program is called with the file and the data.",
    icon: Webhook,
    target: "url",
    settings: [
      { name: "url", label: "Address", example: "https://example.com/hooks/documents", input: "text", required: true },
      {
        name: "method",
        label: "Method",
        input: "choice",
        choices: ["POST", "PUT", "PATCH"].map((value) => ({ value, label: value })),
      },
      { name: "json", label: "Send JSON", help: "Otherwise a form is sent.", input: "flag", otherwise: true },
      {
        name: "file_url",
        label: "Send a link instead of the file",
        help: "The link works for some days.",
        input: "flag",
      },
      {
        name: "headers",
        label: "Header lines",
        help: "One per line: Name: value",
        example: "X-Source: docloom",
        input: "headers",
      },
      {
        name: "secret",
        label: "Signing secret",
        help: "The other side checks with it that a call comes from here. Without one, calls are not signed.",
        input: "secret",
      },
      {
        name: "timeout",
        label: "Seconds that a call may take",
        help: "1 to 60. Empty: 10 until the answer begins, 20 in all.",
        example: "45",
        input: "text",
      },
      {
        name: "hosts",
        label: "Hosts that data may name",
        help: "Needed where the host of the address is a field. Separated by commas; *.example.com is every host below it.",
        example: "hooks.example.com",
        input: "text",
      },
      inTests,
    ],
  },
  {
    type: "s3",
    label: "S3 storage",
    text: "The file is put into a bucket of Amazon S3 or a store that works like it.",
    icon: Cloud,
    target: "bucket",
    settings: [
      { name: "bucket", label: "Bucket", example: "invoices", input: "text", required: true },
      {
        name: "path",
        label: "Path",
        help: "A slash at its end makes it a folder.",
        example: "{$Year}/{$Customer}/",
        input: "text",
      },
      {
        name: "endpoint",
        label: "Address of the store",
        help: "Empty: Amazon's.",
        example: "https://s3.example.com",
        input: "text",
      },
      { name: "region", label: "Region", example: "eu-central-1", input: "text" },
      { name: "access_key_id", label: "Access key", input: "secret", required: true },
      { name: "secret_access_key", label: "Secret key", input: "secret", required: true },
      {
        name: "path_style",
        label: "Bucket in the path of the address",
        help: "As most stores other than Amazon's need it.",
        input: "flag",
      },
      inTests,
    ],
  },
  {
    type: "route",
    label: "Data route",
    text: "The data are passed on to a data route.",
    icon: Split,
    target: "route_id",
    settings: [{ name: "route_id", label: "Data route", input: "route", required: true }, inTests],
  },
];

/** Where a delivery goes, as it is set up. */
export const targetSetting = ({ type, settings }: Pick<Delivery, "type" | "settings">): string =>
  String(settings[deliveryKind(type)?.target ?? ""] ?? "");

export const deliveryKind = (type: string): DeliveryKind | undefined =>
  DELIVERY_KINDS.find((kind) => kind.type === type);
