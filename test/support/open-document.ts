import { strToU8, zipSync } from "fflate";

const NAMES: Readonly<Record<string, string>> = {
  ...{ office: "office", style: "style", text: "text", table: "table", draw: "drawing", meta: "meta" },
  ...{
    fo: "xsl-fo-compatible",
    svg: "svg-compatible",
    config: "config",
    number: "datastyle",
    form: "form",
    chart: "chart",
    presentation: "presentation",
  },
};
const NAMESPACES = `${Object.entries(NAMES)
  .map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(
    " ",
  )} xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"`;

interface OpenDocumentParts {
  /** Content of `office:automatic-styles`. */
  automatic?: string;
  /** Content of `office:styles`. */
  styles?: string;
  /** Content of `office:automatic-styles` and of `office:master-styles` of the part with styles. */
  layouts?: string;
  masters?: string;
  /** Names of settings with their values. */
  settings?: Readonly<Record<string, string>>;
  /** Content of `office:meta`. */
  meta?: string;
  more?: Readonly<Record<string, string | Uint8Array>>;
}

/** The content of an object that is a chart. @param chart content of `chart:chart` @param automatic its styles */
export function openDocumentChart(chart: string, kind: string, automatic = ""): string {
  return element(
    "document-content",
    `<office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:chart><chart:chart chart:class="chart:${kind}" svg:width="10cm" svg:height="5cm">${chart}</chart:chart></office:chart></office:body>`,
  );
}

const element = (name: string, content: string) => `<office:${name} ${NAMESPACES}>${content}</office:${name}>`;

/** An OpenDocument text. @param body content of `office:text` */
export function openDocumentText(body: string, parts: OpenDocumentParts = {}): Uint8Array {
  return openDocument("text", body, parts);
}

/** An OpenDocument spreadsheet. @param body content of `office:spreadsheet` */
export function openDocumentSpreadsheet(body: string, parts: OpenDocumentParts = {}): Uint8Array {
  return openDocument("spreadsheet", body, parts);
}

/** An OpenDocument presentation. @param body content of `office:presentation` */
export function openDocumentPresentation(body: string, parts: OpenDocumentParts = {}): Uint8Array {
  return openDocument("presentation", body, parts);
}

function openDocument(kind: string, body: string, parts: OpenDocumentParts): Uint8Array {
  const { automatic = "", styles = "", layouts = "", masters = "", settings = {}, meta, more = {} } = parts;
  const items = Object.entries(settings).map(
    ([name, value]) => `<config:config-item config:name="${name}">${value}</config:config-item>`,
  );
  const files: Record<string, string | Uint8Array> = {
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    "content.xml": element(
      "document-content",
      `<office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body>`,
    ),
    "styles.xml": element(
      "document-styles",
      `<office:styles>${styles}</office:styles><office:automatic-styles>${layouts}</office:automatic-styles>` +
        `<office:master-styles>${masters}</office:master-styles>`,
    ),
    "settings.xml": element(
      "document-settings",
      `<office:settings><config:config-item-set config:name="ooo:configuration-settings">${items.join("")}</config:config-item-set></office:settings>`,
    ),
    ...(meta === undefined ? {} : { "meta.xml": element("document-meta", `<office:meta>${meta}</office:meta>`) }),
    ...more,
  };
  return zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, part]) => [name, typeof part === "string" ? strToU8(part) : part]),
    ),
  );
}
