import { LETTER } from "../../browser/page-size.ts";
import { printedBytes, printHtml } from "../../browser/print.ts";
import { type PageSetup, PRINT_LIMITS } from "../../browser/print-protocol.ts";
import { readPageWait } from "../../domain/page-wait.ts";
import type { DocumentSnapshot } from "../../domain/run-task.ts";
import { compiledVersion, fillHtml } from "../../templates/html/html-template.ts";
import { aside } from "../context.ts";
import { outputPdf } from "../pdf/output-pdf.ts";
import { madeContent, type ProducedFile, type Production } from "./production.ts";

/** `size_height` of pages that are as high as what is on them. */
const AUTO_HEIGHT = "auto";
const DEFAULT_MARGIN_INCHES = 0.4;

/** Chromium prints headers at a tiny size unless told otherwise; the margins give them their place. */
const HEADER_STYLE = "width:100%;font-size:9pt;padding:0 0.4in;box-sizing:border-box";

function inches(text: string): number | undefined {
  const value = Number(text);
  return text !== "" && Number.isFinite(value) && value > 0 ? value : undefined;
}

/** The page of an html document: its size and margins, and the header and footer that were merged for it. */
export function pageSetup(
  { sizeWidth, sizeHeight, settings }: Pick<DocumentSnapshot, "sizeWidth" | "sizeHeight" | "settings">,
  header?: string,
  footer?: string,
): PageSetup {
  const margins = settings.margins;
  const wrapped = (html: string | undefined) => (html ? `<div style="${HEADER_STYLE}">${html}</div>` : undefined);
  const height = inches(sizeHeight);
  return {
    sizeIsDefault: inches(sizeWidth) === undefined && height === undefined,
    heightIsAuto: sizeHeight === AUTO_HEIGHT,
    widthInches: inches(sizeWidth) ?? LETTER.widthInches,
    heightInches: height ?? LETTER.heightInches,
    marginsInches: margins ?? {
      top: DEFAULT_MARGIN_INCHES,
      right: DEFAULT_MARGIN_INCHES,
      bottom: DEFAULT_MARGIN_INCHES,
      left: DEFAULT_MARGIN_INCHES,
    },
    landscape: settings.landscape === true,
    ...(settings.fit ? { fit: settings.fit } : {}),
    ...(header ? { headerHtml: wrapped(header) } : {}),
    ...(footer ? { footerHtml: wrapped(footer) } : {}),
  };
}

/** An html document, filled and printed by the browser. */
export async function printDocument(production: Production): Promise<ProducedFile> {
  const { context, snapshot, source, data, resultKey } = production;
  const { services, environment, conversion } = context;
  const { now, timeZone, locale, settings, test } = environment;
  const compiled = await compiledVersion(source, settings);
  const shown = { ...environment, framesMissingImages: test };
  const { body, header, footer, nonce, warnings, templateFields, trace } = fillHtml(compiled, data, shown);
  const asked = {
    html: body,
    nonce,
    page: pageSetup(snapshot, header, footer),
    place: { now: now.getTime(), timeZone, locale },
    wait: readPageWait(settings.wait ?? ""),
    description: { title: snapshot.name, language: locale },
    resources: { internalHosts: conversion.internalHosts, fonts: conversion.fonts.fonts },
    limits: PRINT_LIMITS,
    isQueued: services.isQueued,
    blobKey: resultKey,
  };
  const printed = await aside(services, () => printHtml(services.env, asked));
  const made = test ? { bytes: await printedBytes(services.env, printed) } : madeContent(printed);
  const output = await outputPdf(production, made);
  const allWarnings = [...warnings, ...printed.warnings, ...output.warnings];
  return { ...output, extension: "pdf", renderer: "browser", warnings: allWarnings, templateFields, trace };
}
