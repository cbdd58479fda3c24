import {
  AtSign,
  Cloud,
  Database,
  FolderUp,
  HardDrive,
  Library,
  type LucideIcon,
  Package,
  Split,
  Webhook,
} from "lucide-react";
import type { Delivery } from "../../api/deliveries.ts";
import type { DELIVERY_TYPES } from "./delivery-types.ts";

/** One setting of a delivery, as its form asks for it. */
export interface DeliverySetting {
  name: string;
  label: string;
  help?: string;
  example?: string;
  /** text: merge language in one line; letter: the text of a mail; secret: never shown again; consent: a secret that a platform's page gives. */
  input: "text" | "letter" | "flag" | "choice" | "secret" | "consent" | "route" | "documents" | "headers";
  choices?: readonly { value: string; label: string }[];
  /** The default, for flags. */
  otherwise?: boolean;
  required?: boolean;
  /** A secret that is usually made of the data. */
  offersFields?: boolean;
  /** Asked for only if another setting has one of these values. */
  when?: { name: string; values: readonly string[] };
}

/** An account that is connected on its platform's page, and the settings that name an application of one's own. */
export interface ConsentOfKind {
  type: "google_drive" | "dropbox";
  platform: string;
  id: { name: string; label: string };
  secret: { name: string; label: string };
}

/** Whether a setting is never shown again, wherever it comes from. */
export const isSecret = ({ input }: Pick<DeliverySetting, "input">): boolean =>
  input === "secret" || input === "consent";

export interface DeliveryKind {
  type: (typeof DELIVERY_TYPES)[number];
  label: string;
  text: string;
  icon: LucideIcon;
  settings: readonly DeliverySetting[];
  /** The setting that says where it goes, shown in lists. */
  target: string;
  consent?: ConsentOfKind;
}

const inTests: DeliverySetting = {
  name: "send_in_test",
  label: "Also send test merges",
  help: "Otherwise a test merge shows what would be sent but sends nothing.",
  input: "flag",
};

const sendAt: DeliverySetting = {
  name: "send_at",
  label: "Send later",
  help: "A date and time, a field that holds one, or how long after the merge. Leave empty to send at once.",
  example: "{$SendOn}, 2026-12-01 08:00 or +2 hours",
  input: "text",
};

const allowedHosts = (address: string, example: string): DeliverySetting => ({
  name: "hosts",
  label: "Allowed hosts",
  help: `Required if the host of the ${address} is a field. Separate with commas; *.example.com matches every subdomain.`,
  example,
  input: "text",
});

const storePath: DeliverySetting = {
  name: "path",
  label: "Path",
  help: "End with a slash for a folder. Missing folders are created.",
  example: "invoices/{$Year}/{$Number}.pdf",
  input: "text",
};

const ifExists: DeliverySetting = {
  name: "if_exists",
  label: "If the file exists",
  input: "choice",
  choices: [
    { value: "number", label: "Keep both: add a number" },
    { value: "replace", label: "Replace it" },
    { value: "refuse", label: "Do not save" },
  ],
};

/** Every way in which a merged file can be delivered. */
export const DELIVERY_KINDS: readonly DeliveryKind[] = [
  {
    type: "email",
    label: "E-mail",
    text: "Send the file by e-mail.",
    icon: AtSign,
    target: "to",
    settings: [
      {
        name: "to",
        label: "To",
        help: "Separate addresses with commas. May contain fields.",
        example: "{$Email}",
        input: "text",
        required: true,
      },
      { name: "cc", label: "Cc", input: "text" },
      { name: "bcc", label: "Bcc", input: "text" },
      {
        name: "from",
        label: "From",
        help: "Leave empty to use the service's sender.",
        example: "Sales <sales@example.com>",
        input: "text",
      },
      { name: "reply_to", label: "Reply-to", input: "text" },
      { name: "subject", label: "Subject", example: "Your invoice {$Number}", input: "text" },
      {
        name: "html",
        label: "Message",
        help: "Leave empty to send only the file.",
        input: "letter",
      },
      { name: "attach", label: "Attach the file", input: "flag", otherwise: true },
      {
        name: "attach_documents",
        label: "Also attach",
        help: "Up to five other documents, merged with the same data. One without fields is attached as it is.",
        input: "documents",
      },
      {
        name: "security",
        label: "File protection",
        input: "choice",
        choices: [
          { value: "low", label: "None: attached as is" },
          { value: "medium", label: "Password-protected link" },
          { value: "high", label: "Password-protected link that works once" },
        ],
      },
      {
        name: "password",
        label: "Password",
        help: "May contain fields. Never included in the e-mail.",
        example: "{$Zip}",
        input: "secret",
        offersFields: true,
        required: true,
        when: { name: "security", values: ["medium", "high"] },
      },
      {
        name: "expires",
        label: "Link expires after (days)",
        example: "14",
        input: "text",
        when: { name: "security", values: ["medium", "high"] },
      },
      {
        name: "domains",
        label: "Allowed domains",
        help: "Required for addresses such as office@{$Domain}. Separate with commas.",
        example: "example.com, example.org",
        input: "text",
      },
      sendAt,
      inTests,
    ],
  },
  {
    type: "webhook",
    label: "Webhook",
    text: "Send the file and the data to another program.",
    icon: Webhook,
    target: "url",
    settings: [
      { name: "url", label: "URL", example: "https://example.com/hooks/documents", input: "text", required: true },
      {
        name: "method",
        label: "Method",
        input: "choice",
        choices: ["POST", "PUT", "PATCH"].map((value) => ({ value, label: value })),
      },
      { name: "json", label: "Send JSON", help: "Otherwise sent as a form.", input: "flag", otherwise: true },
      {
        name: "file_url",
        label: "Send a link instead of the file",
        help: "The link expires after a few days.",
        input: "flag",
      },
      {
        name: "headers",
        label: "Headers",
        help: "One per line: Name: value",
        example: "X-Source: docloom",
        input: "headers",
      },
      {
        name: "secret",
        label: "Signing secret",
        help: "Lets the receiver verify that calls come from here. Without one, calls are not signed.",
        input: "secret",
      },
      {
        name: "timeout",
        label: "Timeout (seconds)",
        help: "1 to 60. Default: 10 until the response starts, 20 in total.",
        example: "45",
        input: "text",
      },
      allowedHosts("URL", "hooks.example.com"),
      sendAt,
      inTests,
    ],
  },
  {
    type: "s3",
    label: "S3 storage",
    text: "Store the file in an Amazon S3 bucket or a compatible store.",
    icon: Cloud,
    target: "bucket",
    settings: [
      { name: "bucket", label: "Bucket", example: "invoices", input: "text", required: true },
      {
        name: "path",
        label: "Path",
        help: "End with a slash for a folder.",
        example: "{$Year}/{$Customer}/",
        input: "text",
      },
      {
        name: "endpoint",
        label: "Endpoint",
        help: "Leave empty for Amazon S3.",
        example: "https://s3.example.com",
        input: "text",
      },
      { name: "region", label: "Region", example: "eu-central-1", input: "text" },
      { name: "access_key_id", label: "Access key ID", input: "secret", required: true },
      { name: "secret_access_key", label: "Secret access key", input: "secret", required: true },
      { name: "session_token", label: "Session token", help: "Of temporary credentials.", input: "secret" },
      {
        name: "path_style",
        label: "Path-style URLs",
        help: "Required by most stores other than Amazon S3.",
        input: "flag",
      },
      allowedHosts("endpoint", "s3.example.com"),
      sendAt,
      inTests,
    ],
  },
  {
    type: "webdav",
    label: "Nextcloud or WebDAV",
    text: "Save the file in a folder of Nextcloud, ownCloud or another WebDAV server.",
    icon: FolderUp,
    target: "url",
    settings: [
      {
        name: "url",
        label: "Folder address",
        help: "In Nextcloud: Files settings, WebDAV.",
        example: "https://cloud.example.com/remote.php/dav/files/ann/",
        input: "text",
        required: true,
      },
      { name: "user", label: "User", example: "ann", input: "text" },
      {
        name: "password",
        label: "Password",
        help: "Use an app password, made under Security in the settings of the server.",
        input: "secret",
      },
      storePath,
      ifExists,
      allowedHosts("folder address", "cloud.example.com"),
      sendAt,
      inTests,
    ],
  },
  {
    type: "azure_blob",
    label: "Azure Blob Storage",
    text: "Save the file in a container of Azure Blob Storage.",
    icon: Database,
    target: "container",
    settings: [
      { name: "account", label: "Storage account", example: "contosodocuments", input: "text", required: true },
      { name: "container", label: "Container", example: "invoices", input: "text", required: true },
      {
        name: "sas",
        label: "Shared access signature",
        help: "With read, create and write. Or enter the account key.",
        input: "secret",
      },
      { name: "account_key", label: "Account key", input: "secret" },
      {
        name: "endpoint",
        label: "Endpoint",
        help: "Leave empty for the public Azure cloud.",
        example: "https://contosodocuments.blob.core.usgovcloudapi.net",
        input: "text",
      },
      allowedHosts("endpoint", "blobs.example.com"),
      storePath,
      ifExists,
      sendAt,
      inTests,
    ],
  },
  {
    type: "dropbox",
    label: "Dropbox",
    text: "Save the file in a folder of Dropbox.",
    icon: Package,
    target: "path",
    consent: {
      type: "dropbox",
      platform: "Dropbox",
      id: { name: "app_key", label: "App key" },
      secret: { name: "app_secret", label: "App secret" },
    },
    settings: [
      {
        name: "app_key",
        label: "App key",
        help: "Of an app of your own: see the guide. Leave empty where the service has one.",
        input: "text",
      },
      { name: "app_secret", label: "App secret", input: "secret" },
      {
        name: "refresh_token",
        label: "Refresh token",
        help: "Given when you connect; or paste one.",
        input: "consent",
        required: true,
      },
      storePath,
      ifExists,
      sendAt,
      inTests,
    ],
  },
  {
    type: "google_drive",
    label: "Google Drive",
    text: "Save the file in a folder of Google Drive.",
    icon: HardDrive,
    target: "folder_id",
    consent: {
      type: "google_drive",
      platform: "Google",
      id: { name: "client_id", label: "Client ID" },
      secret: { name: "client_secret", label: "Client secret" },
    },
    settings: [
      {
        name: "folder_id",
        label: "Folder ID",
        help: "The last part of the folder's address.",
        example: "1A2b3C4d5E6f7G8h9",
        input: "text",
      },
      {
        name: "client_email",
        label: "Service account",
        help: "For shared drives.",
        example: "docloom@project.iam.gserviceaccount.com",
        input: "text",
      },
      { name: "private_key", label: "Private key", help: "The private_key of its key file.", input: "secret" },
      {
        name: "client_id",
        label: "Client ID",
        help: "Of an app of your own, in place of a service account. Leave empty where the service has one.",
        input: "text",
      },
      { name: "client_secret", label: "Client secret", input: "secret" },
      {
        name: "refresh_token",
        label: "Refresh token",
        help: "Given when you connect your account; or paste one.",
        input: "consent",
      },
      storePath,
      ifExists,
      sendAt,
      inTests,
    ],
  },
  {
    type: "sharepoint",
    label: "SharePoint or OneDrive",
    text: "Save the file in a SharePoint library or in somebody's OneDrive.",
    icon: Library,
    target: "site",
    settings: [
      {
        name: "tenant",
        label: "Organization",
        help: "Its directory ID or a domain.",
        example: "contoso.onmicrosoft.com",
        input: "text",
        required: true,
      },
      {
        name: "client_id",
        label: "Application ID",
        help: "Of an app of your own in Entra: see the guide.",
        input: "text",
        required: true,
      },
      { name: "client_secret", label: "Client secret", input: "secret", required: true },
      { name: "site", label: "Site address", example: "https://contoso.sharepoint.com/sites/Finance", input: "text" },
      { name: "library", label: "Library", help: "Leave empty for the site's Documents.", input: "text" },
      { name: "user", label: "OneDrive of", help: "In place of a site.", example: "ann@contoso.com", input: "text" },
      storePath,
      ifExists,
      sendAt,
      inTests,
    ],
  },
  {
    type: "route",
    label: "Data route",
    text: "Forward the data to a data route.",
    icon: Split,
    target: "route_id",
    settings: [{ name: "route_id", label: "Data route", input: "route", required: true }, sendAt, inTests],
  },
];

/** Where a delivery goes, as it is set up. */
export const targetSetting = ({ type, settings }: Pick<Delivery, "type" | "settings">): string =>
  String(settings[deliveryKind(type)?.target ?? ""] ?? "");

export const deliveryKind = (type: string): DeliveryKind | undefined =>
  DELIVERY_KINDS.find((kind) => kind.type === type);
