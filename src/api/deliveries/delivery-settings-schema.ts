import * as z from "zod";
import { IF_EXISTS } from "../../delivery/storage/if-exists.ts";
import { DELIVERY_KINDS, type DeliveryKind } from "../../domain/delivery/delivery.ts";

/**
 * What the reference says about the settings of each kind of delivery. What may be saved is decided by the kind itself
 * (`DELIVERY_KIND_HANDLERS`), which merges and checks more than a schema can say.
 */

const merged = (description: string, ...examples: string[]) => z.string().meta({ description, examples });

const onOff = (description: string) => z.literal([0, 1]).meta({ description });

const sendInTest = onOff("1 sends in test mode, too; otherwise the delivery is only shown.").optional();

const sendAt = merged(
  "When it is sent, instead of at once: a time in the document's time zone, or an interval such as `+2 hours`. At most 366 days ahead.",
  "+2 hours",
  "{$SendOn}",
).optional();

const email = z.object({
  to: merged("Recipients, separated by commas.", "{$Customer.email}"),
  cc: merged("Recipients of copies.").optional(),
  bcc: merged("Recipients of blind copies.").optional(),
  reply_to: merged("Where answers go.").optional(),
  from: merged("Sender; the service's own when absent.", "Sales <sales@example.com>").optional(),
  subject: merged("Subject.", "Invoice {$Number}").optional(),
  html: merged("Body as html.", "<p>Dear {$Customer.name}, your invoice is attached.</p>").optional(),
  text: merged("Body as text; made from `html` when absent.").optional(),
  attach: onOff("0 sends no file; 1 when absent.").optional(),
  attach_documents: z
    .string()
    .meta({
      description:
        "Ids of further documents, at most 5, that are merged with the same data and go along, such as `12, 13`; one without fields goes along as it is. They have no deliveries of their own, and what is larger than a mail may be goes as links.",
    })
    .optional(),
  security: z
    .enum(["low", "medium", "high"])
    .meta({
      description:
        "`low` attaches the file; `medium` sends a link to a page that asks for the password; `high` the same, for one download.",
    })
    .optional(),
  password: merged("Password of such a link. It is never mailed, and masked in answers.").optional(),
  expires: merged("Days for which such a link works.", "14").optional(),
  domains: z
    .string()
    .meta({
      description:
        "Domains that addresses may take from the data, as in `office@{$Domain}`; without it that is refused.",
      examples: ["example.com, example.org"],
    })
    .optional(),
  send_at: sendAt,
  send_in_test: sendInTest,
});

/** What the data may say about where a delivery goes. */
const hosts = z
  .string()
  .meta({
    description:
      "Hosts that the address may take from the data; without it that is refused. `*.example.com`: all below it.",
    examples: ["hooks.example.com"],
  })
  .optional();

const webhook = z.object({
  url: merged("Address that gets the merged file and its data.", "https://example.com/hooks/merged"),
  method: z.enum(["POST", "PUT", "PATCH"]).meta({ description: "POST when absent." }).optional(),
  headers: z
    .record(z.string(), z.string())
    .meta({
      description: "Headers of the request. Values that are not merge fields are masked in answers.",
      examples: [{ "X-Tenant": "{$Tenant}" }],
    })
    .optional(),
  json: onOff("1 sends JSON, 0 a form.").optional(),
  file_url: onOff("1 sends a link that expires in place of the file in base64.").optional(),
  secret: merged(
    "Signs each request according to Standard Webhooks: `whsec_` and base64, or a text of at least 16 characters. Masked in answers.",
  ).optional(),
  hosts,
  timeout: z
    .string()
    .meta({
      description:
        "Seconds that a call may take, 1 to 60; 10 until the answer begins and 20 in all when absent. A call that takes longer is repeated.",
      examples: ["45"],
    })
    .optional(),
  send_at: sendAt,
  send_in_test: sendInTest,
});

const s3 = z.object({
  endpoint: merged("Address of the store; AWS when absent.", "https://s3.example.com").optional(),
  region: merged("Region.", "eu-central-1").optional(),
  bucket: merged("Bucket.", "invoices"),
  path: merged("Key of the object; the file's name when absent.", "{$Year}/{$Number}.pdf").optional(),
  path_style: onOff("1 puts the bucket into the path instead of the host's name.").optional(),
  access_key_id: merged("Access key. Masked in answers.", "AKIAEXAMPLE"),
  secret_access_key: merged("Secret of the access key. Masked in answers.", "secret"),
  session_token: merged("Token of temporary credentials. Masked in answers.").optional(),
  hosts,
  send_at: sendAt,
  send_in_test: sendInTest,
});

const route = z.object({
  route_id: merged("The data route that gets the merge data.", "5"),
  send_at: sendAt,
  send_in_test: sendInTest,
});

/** Of stores with folders. */
const path = merged(
  "Folders and name; a slash at the end makes it a folder, in which the file has its own name. Missing folders are made.",
  "invoices/{$Year}/{$Number}.pdf",
).optional();

const ifExists = z
  .enum(IF_EXISTS)
  .meta({
    description:
      "What is done when there is a file of the name: `number` (when absent) adds a number, `replace` takes its place, `refuse` gives the delivery up.",
  })
  .optional();

const webdav = z.object({
  url: merged("Address of the folder.", "https://cloud.example.com/remote.php/dav/files/ann/"),
  user: merged("Name of the user.", "ann").optional(),
  password: merged("Its password, best one for programs. Masked in answers.", "secret").optional(),
  path,
  if_exists: ifExists,
  hosts,
  send_at: sendAt,
  send_in_test: sendInTest,
});

const azure_blob = z.object({
  account: merged("Name of the storage account.", "contosodocuments"),
  container: merged("Name of the container.", "invoices"),
  account_key: merged("Key of the account, base64; or `sas`. Masked in answers.").optional(),
  sas: merged(
    "Shared access signature of the container, with the rights read, create and write. Masked in answers.",
    "sv=2022-11-02&sr=c&sp=rcw&sig=...",
  ).optional(),
  endpoint: merged(
    "Address of the account's blobs, where it is not the usual one.",
    "https://blobs.example.com",
  ).optional(),
  hosts,
  path,
  if_exists: ifExists,
  send_at: sendAt,
  send_in_test: sendInTest,
});

const dropbox = z.object({
  app_key: merged("Key of your application at Dropbox; the service's own when absent.", "a1b2c3d4e5f6g7h").optional(),
  app_secret: merged("Its secret. Masked in answers.", "secret").optional(),
  refresh_token: merged(
    "Token of the person who let it in, or what `POST /api/consents` led to. Masked in answers.",
    "token",
  ),
  path,
  if_exists: ifExists,
  send_at: sendAt,
  send_in_test: sendInTest,
});

const google_drive = z.object({
  client_email: merged("Address of a service account.", "docloom@project.iam.gserviceaccount.com").optional(),
  private_key: merged("Its private key. Masked in answers.").optional(),
  client_id: merged(
    "Id of an application of yours, in place of a service account; the service's own when absent.",
  ).optional(),
  client_secret: merged("Its secret. Masked in answers.").optional(),
  refresh_token: merged(
    "Token of the person who let it in, or what `POST /api/consents` led to. Masked in answers.",
  ).optional(),
  folder_id: merged(
    "Id of the folder, the last part of its address. A service account needs one in a shared drive; else the person's own drive when absent.",
    "1A2b3C4d5E6f7G8h9",
  ).optional(),
  path,
  if_exists: ifExists,
  send_at: sendAt,
  send_in_test: sendInTest,
});

const sharepoint = z.object({
  tenant: merged("Id or domain of the organization at Microsoft.", "contoso.onmicrosoft.com"),
  client_id: merged("Id of your application in Entra.", "11111111-2222-3333-4444-555555555555"),
  client_secret: merged("Its secret. Masked in answers.", "secret"),
  site: merged("Address of the site; or `user`.", "https://contoso.sharepoint.com/sites/Finance").optional(),
  library: merged("Name of the library; the site's own one when absent.", "Invoices").optional(),
  user: merged("Whose OneDrive it is.", "ann@contoso.com").optional(),
  path,
  if_exists: ifExists,
  send_at: sendAt,
  send_in_test: sendInTest,
});

/** The settings of each kind, as the reference shows them. */
const DELIVERY_SETTINGS = {
  email,
  webhook,
  s3,
  route,
  webdav,
  azure_blob,
  dropbox,
  google_drive,
  sharepoint,
} as const satisfies Record<DeliveryKind, z.ZodObject>;

/** Of a delivery of one kind: its type, more members, and its settings. */
interface DeliveryShape<Shape> {
  id: string;
  shape: Shape;
  settingsOf: (settings: z.ZodObject) => z.ZodType;
}

const deliveryOfKind = <const Kind extends DeliveryKind, const Shape extends z.core.$ZodLooseShape>(
  kind: Kind,
  { id, shape, settingsOf }: DeliveryShape<Shape>,
) =>
  z
    .object({
      type: z.literal(kind).meta({ description: "Kind of delivery." }),
      ...shape,
      settings: settingsOf(DELIVERY_SETTINGS[kind]).meta({
        description: "What this kind needs; texts may use the merge language.",
      }),
    })
    .meta({ id: `${kind[0]?.toUpperCase()}${kind.slice(1)}${id}` });

/** A union of the schemas of some kinds, told apart by `type`. */
export function deliveryOfKinds<const Kind extends DeliveryKind, const Shape extends z.core.$ZodLooseShape>(
  [first, ...others]: readonly [Kind, ...Kind[]],
  shape: DeliveryShape<Shape>,
) {
  const options = others.map((kind) => deliveryOfKind(kind, shape));
  return z.discriminatedUnion("type", [deliveryOfKind(first, shape), ...options]).meta({ id: shape.id });
}

/** The same of all kinds. */
export const byDeliveryType = <const Shape extends z.core.$ZodLooseShape>(
  id: string,
  shape: Shape,
  settingsOf: (settings: z.ZodObject) => z.ZodType,
) => deliveryOfKinds(DELIVERY_KINDS, { id, shape, settingsOf });
