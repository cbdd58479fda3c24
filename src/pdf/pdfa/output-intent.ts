import { deflate } from "../../image/compression/flate.ts";
import type { PdfDocument } from "../document.ts";
import { dict, name, type PdfDict, PdfStream } from "../objects.ts";
import { latin1String } from "../text-strings.ts";
import { srgbProfile } from "./srgb-profile.ts";

/**
 * States what colors the device spaces mean: sRGB, unless the document has an intent for PDF/A (ISO 19005-2, 6.2.3).
 */
export function ensureOutputIntent(document: PdfDocument): void {
  const { catalog } = document;
  const intents = (document.array(catalog.get("OutputIntents")) ?? []).map((intent) => document.dict(intent));
  const isPdfa = (intent: PdfDict | undefined) => document.name(intent?.get("S")) === "GTS_PDFA1";
  if (intents.some((intent) => isPdfa(intent) && document.stream(intent?.get("DestOutputProfile")))) return;
  // all profiles of a file's intents have to be the same one
  const profile = document.add(new PdfStream(dict({ N: 3, Filter: name("FlateDecode") }), deflate(srgbProfile())));
  const intent = dict({
    Type: name("OutputIntent"),
    S: name("GTS_PDFA1"),
    OutputConditionIdentifier: latin1String("sRGB IEC61966-2.1"),
    Info: latin1String("sRGB IEC61966-2.1"),
    DestOutputProfile: profile,
  });
  catalog.set("OutputIntents", [document.add(intent)]);
}
