import type { Tag } from "../../language/ast.ts";
import type { DocumentTagCall } from "../../language/render-context.ts";
import { isTruthy } from "../../language/values.ts";
import { piecesOfMarked, VALUE_END, VALUE_START } from "../../office/field-values.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { type PlacedImage, placedImage } from "./code-image.ts";
import { checkedAddress } from "./html/safe-url.ts";
import { anchorOf, fitOf, fittedEmbed } from "./image/fit-image.ts";
import { takeImages } from "./image/image-data.ts";
import type { Printer, ValueFormat } from "./printer.ts";
import type { RenderJob } from "./render-job.ts";
import { escapeValue, normalizeLines, textOfValue } from "./text-markup.ts";

/** What a document tag shows where only text is possible. */
function textOfTag(call: DocumentTagCall): string {
  if (call.name === "checkbox") return isTruthy(call.attributes.value) ? "☒" : "☐";
  if (call.name === "link") return textOfValue(call.attributes.text ?? call.attributes.url);
  return call.name === "html" ? textOfValue(call.body ?? "") : "";
}

/** The text of a value where no picture is possible: a picture prints nothing, and the run gets a warning. */
export function textWithoutImage(value: unknown, job: RenderJob): string {
  const { text, images } = takeImages(textOfValue(value));
  if (images.length > 0) job.warn("A picture is where only text can be: it prints nothing there.");
  return text;
}

/** Attributes: alternative texts, tool tips. */
export const attributePrinter: Printer = {
  print: (value, job) => escapeValue(textWithoutImage(value, job)),
  draw: (call) => escapeValue(textOfTag(call)),
};

/** Elements that hold nothing but a text: document properties, chart caches. */
export const valuePrinter: Printer = {
  print: (value, job) => escapeXmlText(normalizeLines(textWithoutImage(value, job))),
  draw: (call) => escapeXmlText(textOfTag(call)),
};

/** Instructions of fields, whose values are marked: they are settled when the whole field is there. */
export function instructionPrinter(format: ValueFormat | undefined): Printer {
  return {
    print: (value, job) =>
      piecesOfMarked(textWithoutImage(value, job))
        .map((piece) => {
          if (typeof piece === "string") return escapeXmlText(piece);
          const shown = format ? textOfValue(format(piece.value, job)) : piece.value;
          return VALUE_START + escapeXmlText(normalizeLines(shown)) + VALUE_END;
        })
        .join(""),
    draw: (call) => escapeXmlText(textOfTag(call)),
  };
}

/** Prints a value in the format of its field. */
export function formattedPrinter(printer: Printer, format: ValueFormat): Printer {
  return {
    ...(printer.draw ? { draw: printer.draw.bind(printer) } : {}),
    print: (value, job, raw) => printer.print(format(value, job), job, raw),
  };
}

/** Text that is captured or read as html first: not yet markup of the part. */
export const plainPrinter: Printer = {
  print: (value) => textOfValue(value),
  draw: textOfTag,
};

/** Prints nothing, for tags that only compute. */
export const silentPrinter: Printer = { print: () => "" };

/** The next free drawing id: ids of drawings are unique in the document. */
export const drawingIdPrinter: Printer = { print: (_, job) => String(job.nextDrawingId()) };

/** A fresh number for an id of the template that a loop repeats; `recall` prints the last one given. */
export function idPrinter(series: string, first: number, id: string, recall = false): Printer {
  const key = `${series} ${id}`;
  return {
    print: (_, job) => {
      if (recall) return job.current.get(key) ?? id;
      const number = String(job.freshId(series, first));
      job.current.set(key, number);
      return number;
    },
  };
}

/** Prints, and leaves word under a key that it did. */
export function announcedPrinter(printer: Printer, key: string): Printer {
  return {
    print: (value, job, raw) => {
      job.current.set(key, "");
      return printer.print(value, job, raw);
    },
  };
}

/** Prints with the first of two if there is word under a key, which is taken away, else with the second. */
export function onceAnnouncedPrinter(key: string, announced: Printer, otherwise: Printer): Printer {
  return {
    print: (value, job, raw) => (job.current.delete(key) ? announced : otherwise).print(value, job, raw),
  };
}

/** A name that is unique although a loop repeats it: the first keeps it, the others are numbered. */
export function namePrinter(series: string, name: string): Printer {
  const key = `${series} ${name}`;
  return {
    print: (_, job) => {
      const unique = numberedName(name, job.next(key, 1));
      job.current.set(key, unique);
      return escapeValue(unique);
    },
  };
}

const numberedName = (name: string, iteration: number): string =>
  iteration === 1 ? name : `${name.slice(0, 34)}_${iteration}`;

/** At the start of a turn: anything before these names in it already knows what they will be. */
export function announcePrinter(series: string, names: ReadonlySet<string>): Printer {
  return {
    print: (_, job) => {
      for (const name of names) {
        const key = `${series} ${name}`;
        job.current.set(key, numberedName(name, job.counters.get(key) ?? 1));
      }
      return "";
    },
  };
}

/** What a name is at this point of the render; those that are not repeated around it are kept. */
export function recalledName(series: string, name: string, isRepeated: (name: string) => boolean): Printer {
  return {
    print: (_, job) => escapeValue((isRepeated(name) ? job.current.get(`${series} ${name}`) : undefined) ?? name),
  };
}

/** The id of a relationship to the address that the tag's text has become. */
export function hyperlinkPrinter(part: string): Printer {
  return { print: (value, job) => escapeValue(job.linkId(part, addressOf(textOfValue(value), job.warn.bind(job)))) };
}

/** Where a link leads whose address holds marked values; nowhere, with a warning, if links may not lead there. */
export function addressOf(marked: string, warn: (message: string) => void): string {
  const pieces = piecesOfMarked(marked);
  const url = checkedAddress(pieces);
  if (url !== undefined) return url;
  const written = pieces.map((piece) => (typeof piece === "string" ? piece : piece.value)).join("");
  if (written.trim() !== "")
    warn(
      `A link leads nowhere, because “${shortened(written)}” is no address that links may have: write one that begins with https://, mailto: or tel:.`,
    );
  return "about:blank";
}

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

/** The tag of a placeholder picture: a value that is printed there is a picture. */
export function tagOfImage(tag: Tag & { role: "output" | "function" }): Tag & { role: "function" } {
  if (tag.role === "function") return tag;
  const { at, source, expression } = tag;
  return { role: "function", at, source, name: "image", named: { src: expression }, positional: [] };
}

/**
 * The id of a relationship to the picture that takes a placeholder's place, and how it fits; nothing if there is none.
 */
export function imagePrinter(part: string): Printer {
  return {
    print: () => "",
    draw: (call, job) => {
      const image = placedImage(call, job);
      return image
        ? fittedEmbed({ relationshipId: job.imageId(part, image.mediaName), ...fittingOf(call, image) })
        : "";
    },
  };
}

/** How a picture goes into its placeholder, as its tag says. */
export function fittingOf({ attributes }: DocumentTagCall, image: PlacedImage) {
  return {
    fit: image.isMissing ? ("fill" as const) : fitOf(attributes.fit),
    anchor: anchorOf(attributes.anchor),
    width: image.ownWidthEmu,
    height: image.ownHeightEmu,
  };
}
