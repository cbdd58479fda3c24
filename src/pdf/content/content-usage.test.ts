import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { emptyDocument, type PdfDocument } from "../document.ts";
import { dict, name, type PdfDict, type PdfRef, PdfStream } from "../objects.ts";
import { readContentUsage } from "./content-usage.ts";

function stream(document: PdfDocument, text: string, entries: Parameters<typeof dict>[0] = {}): PdfRef {
  return document.add(new PdfStream(dict(entries), Buffer.from(text, "latin1")));
}

function addPage(document: PdfDocument, content: string, resources: PdfDict, entries: Parameters<typeof dict>[0] = {}) {
  const pages = present(document.dict(document.catalog.get("Pages")));
  const parent = present(document.catalog.get("Pages"));
  const page = dict({
    Type: name("Page"),
    Parent: parent,
    Resources: resources,
    Contents: stream(document, content),
    ...entries,
  });
  present(document.array(pages.get("Kids"))).push(document.add(page));
  document.pagesChanged();
}

const font = () => dict({ Type: name("Font"), Subtype: name("TrueType"), BaseFont: name("F") });

describe("readContentUsage", () => {
  it("collects the codes shown in each font, through forms and graphics states", () => {
    const document = emptyDocument();
    const [first, second, third] = [font(), font(), font()];
    const form = stream(document, "/B 9 Tf (xy) Tj", {
      Subtype: name("Form"),
      Resources: dict({ Font: dict({ B: second }) }),
    });
    const state = dict({ Font: [document.add(third), 12] });
    const resources = dict({
      Font: dict({ A: first }),
      XObject: dict({ X: form }),
      ExtGState: dict({ G: state }),
    });
    addPage(document, "/A 12 Tf (a) Tj q /G gs [(q) 5 (r)] TJ Q (b) ' /X Do", resources);
    const { fonts, complete } = readContentUsage(document, document.objects.numbers());
    const codes = (key: PdfDict) =>
      [...present(fonts.get(key)).bytes.entries()]
        .filter(([, shown]) => shown)
        .map(([code]) => String.fromCharCode(code))
        .join("");
    expect(complete).toBe(true);
    expect(codes(first)).toBe("ab");
    expect(codes(second)).toBe("xy");
    expect(codes(present(document.dict((state.get("Font") as PdfRef[])[0])))).toBe("qr");
  });

  it("collects the codes of forms within forms that show text in the font of each of their callers", () => {
    const document = emptyDocument();
    const [first, second] = [font(), font()];
    const resources = (entries: Parameters<typeof dict>[0]) => ({ Subtype: name("Form"), Resources: dict(entries) });
    const inner = stream(document, "(x) Tj", resources({}));
    const outer = stream(document, "/I Do", resources({ XObject: dict({ I: inner }) }));
    for (const each of [first, second])
      addPage(document, "/A 12 Tf /O Do", dict({ Font: dict({ A: each }), XObject: dict({ O: outer }) }));
    const { fonts } = readContentUsage(document, document.objects.numbers());
    for (const each of [first, second]) expect(fonts.get(each)?.bytes["x".charCodeAt(0)]).toBe(1);
  });

  it("takes the largest size at which an image is drawn", () => {
    const document = emptyDocument();
    const image = document.add(new PdfStream(dict({ Subtype: name("Image") }), new Uint8Array(1)));
    const form = stream(document, "50 0 0 20 0 0 cm /I Do", {
      Subtype: name("Form"),
      Matrix: [2, 0, 0, 2, 0, 0],
      Resources: dict({ XObject: dict({ I: image }) }),
    });
    const resources = dict({ XObject: dict({ I: image, F: form }) });
    addPage(document, "q 10 0 0 90 0 0 cm /I Do Q q 3 0 0 3 0 0 cm /F Do Q", resources, { UserUnit: 2 });
    const { images } = readContentUsage(document, document.objects.numbers());
    expect([...images.values()]).toEqual([{ width: 600, height: 240, unknown: false }]);
  });

  it("takes it from forms within forms that are drawn larger and larger, and reads each of them once", () => {
    const document = emptyDocument();
    const image = document.add(new PdfStream(dict({ Subtype: name("Image") }), new Uint8Array(1)));
    const inner = stream(document, "2 0 0 3 0 0 cm /I Do", {
      Subtype: name("Form"),
      Resources: dict({ XObject: dict({ I: image }) }),
    });
    // without resources of its own: those of its caller; too long to be read a thousand times
    const outer = stream(document, `${"q Q ".repeat(100_000)} 5 0 0 5 0 0 cm /F Do`, { Subtype: name("Form") });
    const content = Array.from({ length: 1_000 }, (_, size) => `q ${size + 1} 0 0 1 0 0 cm /G Do Q`).join("\n");
    addPage(document, content, dict({ XObject: dict({ F: inner, G: outer }) }));
    const { images, scales, complete } = readContentUsage(document, document.objects.numbers());
    expect([...images.values()]).toEqual([{ width: 10_000, height: 15, unknown: false }]);
    expect([...scales.values()].map((scale) => Math.round(scale))).toEqual([1_000, 5_000]);
    expect(complete).toBe(true);
  });

  it("knows no size for images in patterns and appearances", () => {
    const document = emptyDocument();
    const image = document.add(new PdfStream(dict({ Subtype: name("Image") }), new Uint8Array(1)));
    const appearance = stream(document, "9 0 0 9 0 0 cm /I Do", {
      Subtype: name("Form"),
      Resources: dict({ XObject: dict({ I: image }) }),
    });
    addPage(document, "", dict({}), { Annots: [dict({ AP: dict({ N: appearance }) })] });
    const { images } = readContentUsage(document, document.objects.numbers());
    expect(present([...images.values()][0]).unknown).toBe(true);
  });

  it("names the resources in use, and survives forms that draw themselves", () => {
    const document = emptyDocument();
    const entries = dict({});
    const form = stream(document, "/F Do", { Subtype: name("Form"), Resources: dict({ XObject: entries }) });
    entries.set("F", form);
    entries.set("Unused", form);
    addPage(document, "/F Do", dict({ XObject: entries }));
    const { names } = readContentUsage(document, document.objects.numbers());
    expect([...present(names.get(entries))]).toEqual(["F"]);
  });
});
