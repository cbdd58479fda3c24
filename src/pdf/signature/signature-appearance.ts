import { present } from "../../domain/present.ts";
import type { PdfDocument } from "../document.ts";
import { addAppearance, fontResources, setNormalAppearance } from "../form/appearance.ts";
import { FieldFonts } from "../form/field-fonts.ts";
import { addImage } from "../form/image-xobject.ts";
import { measuredOnLine, UsedFonts } from "../form/shown-text.ts";
import { layOutText } from "../form/text-layout.ts";
import { readFrame, roundedNumber } from "../form/widget-frame.ts";
import { dict, PdfDict } from "../objects.ts";
import { addFormXObject } from "../overlay.ts";
import { EmbeddedFont } from "../text/embedded-font.ts";
import { MixedFont } from "../text/mixed-font.ts";

/** What a visible signature shows: a picture on the left, a text on the right, or only one of them. */
export interface SignatureAppearance {
  text: string;
  /** JPEG or PNG. */
  image?: Uint8Array;
  /** TrueType fonts for the text, in order of preference: they are embedded, as archives want it. */
  fonts: readonly Uint8Array[];
}

const PADDING_POINTS = 2;

/** Draws a signature field; one without an area gets an empty appearance (ISO 19005-2, 6.3.3, asks for one). */
export function drawSignature(
  document: PdfDocument,
  widget: PdfDict,
  appearance: SignatureAppearance | undefined,
): void {
  const frame = readFrame(document, widget);
  if (!frame || !appearance) {
    setNormalAppearance(widget, addFormXObject(document, "", [0, 0, 0, 0], new PdfDict()));
    return;
  }
  const { widthPoints, heightPoints } = frame;
  let left = PADDING_POINTS;
  let content = "";
  const resources = new PdfDict();
  if (appearance.image) {
    const image = addImage(document, appearance.image);
    const roomWidth = (appearance.text === "" ? widthPoints : widthPoints / 2) - 2 * PADDING_POINTS;
    const roomHeight = heightPoints - 2 * PADDING_POINTS;
    const scale = Math.min(roomWidth / image.widthPixels, roomHeight / image.heightPixels);
    const [width, height] = [image.widthPixels * scale, image.heightPixels * scale];
    const x = left + (roomWidth - width) / 2;
    const y = PADDING_POINTS + (roomHeight - height) / 2;
    content += `q ${[width, 0, 0, height, x, y].map(roundedNumber).join(" ")} cm /Im0 Do Q\n`;
    resources.set("XObject", dict({ Im0: image.ref }));
    left += roomWidth + PADDING_POINTS;
  }
  if (appearance.text !== "") {
    const embedded = appearance.fonts.flatMap((bytes) => EmbeddedFont.open(document, bytes) ?? []);
    const [first, ...others] = embedded;
    const font = first ? new MixedFont([first, ...others]) : new FieldFonts(document, []).choose("", appearance.text);
    const layout = layOutText({
      text: appearance.text,
      font: measuredOnLine(font),
      fontSizePoints: 0,
      widthPoints: widthPoints - left,
      heightPoints,
      insetPoints: PADDING_POINTS,
      quadding: 0,
      multiline: true,
    });
    const used = new UsedFonts();
    content += "BT 0 g\n";
    for (const line of layout.lines) {
      if (line.text === "") continue;
      const place = `1 0 0 1 ${roundedNumber(left + line.x)} ${roundedNumber(line.baseline)} Tm`;
      content += `${place} ${used.show(line.text, font, layout.fontSizePoints)}\n`;
    }
    content += "ET\n";
    resources.set("Font", present(fontResources(used.refs).get("Font")));
    for (const font of embedded) font.finish();
  }
  setNormalAppearance(widget, addAppearance(document, frame, content, resources));
}
