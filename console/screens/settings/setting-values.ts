import type { AskedChange } from "../../api/approvals.ts";
import type { OneDocument } from "../../api/documents.ts";
import { type PdfValues, pdfSettings, pdfValues } from "./pdf-values.ts";
import { different, isOn, textOf } from "./setting-members.ts";

/** The settings as the form has them; an empty text stands for what is not set. */
export interface SettingValues extends PdfValues {
  name: string;
  output: string;
  output_name: string;
  isTest: boolean;
  size_width: string;
  size_height: string;
  retention_days: string | number;
  landscape: boolean;
  margins: { top: string; right: string; bottom: string; left: string };
  header: string;
  footer: string;
  wait: string;
  fit: string;
  locale: string;
  timezone: string | null;
  currency: string;
  autoescape: boolean;
  syntax: string;
  flatten: boolean;
  explain: boolean;
  hasOpenSessions: boolean;
  show_warnings: boolean;
  keep_comments: boolean;
  approval: boolean;
  pdf_ua: boolean;
  e_invoice: string;
  e_invoice_syntax: string;
  e_invoice_pdf: boolean;
  e_invoice_record: string;
  e_invoice_xml: string;
}

type SavedDocument = Pick<
  OneDocument,
  "name" | "output" | "output_name" | "active" | "size_width" | "size_height" | "retention_days" | "settings"
>;

/** What the form begins with. */
export function valuesOf(document: SavedDocument): SettingValues {
  const { settings } = document;
  const margins = (settings.margins ?? {}) as Partial<Record<"top" | "right" | "bottom" | "left", number>>;
  const side = (name: keyof typeof margins) => (margins[name] === undefined ? "" : String(margins[name]));

  return {
    name: document.name,
    output: document.output,
    output_name: document.output_name,
    isTest: document.active === "0",
    size_width: document.size_width,
    size_height: document.size_height,
    retention_days: document.retention_days ?? "",
    landscape: isOn(settings.landscape, false),
    margins: { top: side("top"), right: side("right"), bottom: side("bottom"), left: side("left") },
    header: textOf(settings.header),
    footer: textOf(settings.footer),
    wait: textOf(settings.wait),
    fit: textOf(settings.fit),
    locale: textOf(settings.locale),
    timezone: textOf(settings.timezone) || null,
    currency: textOf(settings.currency),
    autoescape: isOn(settings.autoescape, true),
    syntax: textOf(settings.syntax) || "docloom",
    flatten: isOn(settings.flatten, true),
    explain: isOn(settings.explain, false),
    hasOpenSessions: settings.sessions === "open",
    show_warnings: isOn(settings.show_warnings, false),
    keep_comments: isOn(settings.keep_comments, false),
    approval: isOn(settings.approval, false),
    ...pdfValues(settings),
    pdf_ua: isOn(settings.pdf_ua, false),
    e_invoice: textOf(settings.e_invoice),
    e_invoice_syntax: textOf(settings.e_invoice_syntax),
    e_invoice_pdf: isOn(settings.e_invoice_pdf, false),
    e_invoice_record: textOf(settings.e_invoice_record),
    e_invoice_xml: textOf(settings.e_invoice_xml),
  };
}

/** A change of a document as the service takes it: only the differences from what is saved. */
export interface SettingChanges {
  name?: string;
  output?: string;
  output_name?: string;
  active?: string;
  size_width?: string;
  size_height?: string;
  retention_days?: string;
  settings?: Record<string, unknown>;
}

export function changesOf(values: SettingValues, saved: SettingValues): SettingChanges {
  const before = sent(saved);
  const now = sent(values);
  const settings = different(now.settings, before.settings);

  return { ...different(now.members, before.members), ...(Object.keys(settings).length > 0 ? { settings } : {}) };
}

/** What of a change a second person is asked to approve; names and the like need none. */
export const askedOf = ({ settings, output, size_width, size_height }: SettingChanges): AskedChange => ({
  ...(settings ? { settings } : {}),
  ...(output === undefined ? {} : { output }),
  ...(size_width === undefined ? {} : { size_width }),
  ...(size_height === undefined ? {} : { size_height }),
});

function sent(values: SettingValues): { members: Record<string, unknown>; settings: Record<string, unknown> } {
  const {
    isTest,
    name,
    output,
    output_name,
    size_width,
    size_height,
    retention_days,
    margins,
    hasOpenSessions,
    ...settings
  } = values;
  const sides = Object.values(margins);

  return {
    members: {
      name,
      output,
      output_name,
      active: isTest ? "0" : "1",
      size_width,
      size_height,
      retention_days: String(retention_days),
    },
    settings: {
      ...settings,
      sessions: hasOpenSessions ? "open" : "",
      timezone: settings.timezone ?? "",
      ...pdfSettings(settings),
      // Sides that are left empty have the usual width.
      margins: sides.every((side) => side === "")
        ? ""
        : Object.fromEntries(Object.entries(margins).map(([side, inches]) => [side, inches || "0.4"])),
    },
  };
}
