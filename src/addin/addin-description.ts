import { Buffer } from "node:buffer";
import { Failure } from "../domain/failure.ts";
import { isSecureRoot } from "../http/secure-root.ts";

/** A program of Office, by the names that the two forms of a manifest have for it. */
interface OfficeHost {
  /** In XML: `Document`. */
  xmlName: string;
  /** In JSON, as a scope: `document`. */
  scope: string;
}

/** What the manifest of the add-in says in either form. */
export interface AddinDescription {
  /** GUID by which Office tells this deployment's add-in from that of another. */
  id: string;
  /** `major.minor.patch`; Office reads a manifest anew when it is higher. */
  version: string;
  name: string;
  provider: string;
  /** At most 80 characters. */
  summary: string;
  /** At most 250 characters. */
  text: string;
  /** Root of all addresses, without a slash at its end. */
  root: string;
  /** Address of the task pane. */
  pane: string;
  /** Address of the page that helps. */
  help: string;
  /** Title of the group and of the button on the ribbon. */
  button: string;
  hosts: readonly OfficeHost[];
  /** Sizes in pixels, with their addresses. */
  icons: readonly { size: number; address: string }[];
}

/** Raised when the manifest changes in a way that those who have it should notice. */
const VERSION = "1.0.0";

const HOSTS: readonly OfficeHost[] = [
  { xmlName: "Document", scope: "document" },
  { xmlName: "Workbook", scope: "workbook" },
  { xmlName: "Presentation", scope: "presentation" },
];

/** What ribbons, lists of add-ins and screens of high density ask for. */
const ICON_SIZES = [16, 32, 64, 80] as const;

/** Where the icon of a size is. */
const iconPath = (size: number): string => `/addin/icon-${size}.png`;

/**
 * The add-in of the service at a root address, from which both forms of its manifest are written.
 * @throws Failure `not_found` where Office would not load it
 */
export async function describeAddin(publicBaseUrl: string): Promise<AddinDescription> {
  if (!isSecureRoot(publicBaseUrl))
    throw new Failure(
      "not_found",
      `Office loads add-ins over https only, or from localhost, and this service is at ${publicBaseUrl}.`,
    );

  return {
    id: await nameBasedId(`${publicBaseUrl}/addin`),
    version: VERSION,
    name: "Docloom",
    provider: "Docloom",
    summary: "Write templates in Word, Excel and PowerPoint: fields, loops, a preview.",
    text: "Inserts the fields of a document, loops over rows, conditions, pictures and codes; checks the open file, shows the PDF that a merge makes of it, and publishes it as a new version.",
    root: publicBaseUrl,
    pane: `${publicBaseUrl}/addin/pane`,
    help: `${publicBaseUrl}/docs/guide/office-add-in`,
    button: "Docloom",
    hosts: HOSTS,
    icons: ICON_SIZES.map((size) => ({ size, address: `${publicBaseUrl}${iconPath(size)}` })),
  };
}

/** Of the names that are addresses (RFC 9562, appendix: "Namespace IDs"). */
const ADDRESSES = "6ba7b8119dad11d180b400c04fd430c8";

/** A UUID of version 5 (RFC 9562, 5.5): one address always has the same. */
async function nameBasedId(address: string): Promise<string> {
  const bytes = Buffer.concat([Buffer.from(ADDRESSES, "hex"), Buffer.from(address)]);
  const digest = Buffer.from(await crypto.subtle.digest("SHA-1", bytes)).subarray(0, 16);
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x50;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;

  return digest.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
