import { describe, expect, it } from "vitest";
import { Failure } from "../../domain/failure.ts";
import { present } from "../../domain/present.ts";
import { openPdf, type PdfDocument } from "../document.ts";
import { decodeStream } from "../filters/decode-stream.ts";
import { type dict, isName, name, PdfStream } from "../objects.ts";
import { combinePdfs } from "../operations/combine.ts";
import { openForChange } from "../operations/open-for-change.ts";
import { rotatePdf } from "../operations/rotate.ts";
import { buildPages } from "../testing/build-file.ts";
import { writePdf } from "../writer.ts";
import { Encryptor } from "./encryptor.ts";
import { permissionFlags } from "./permissions.ts";

const SECRET = "the attachment's own words";

/** Only the attachment is encrypted, by AES-256 (ISO 32000-2, 7.6.6: EFF). */
function withLockedAttachment(): Uint8Array {
  const document = openPdf(
    buildPages(2, {
      catalog: "/Names<</EmbeddedFiles<</Names[(a)70 0 R]>>>>",
      objects: {
        70: "<</Type/Filespec/F(a.txt)/EF<</F 71 0 R>>>>",
        71: { entries: "/Type/EmbeddedFile", bytes: SECRET },
      },
    }),
  );
  const whole = new Encryptor({
    userPassword: "open",
    ownerPassword: "own",
    permissions: permissionFlags([]),
    random: (count) => new Uint8Array(count).fill(7),
  });
  whole.dict.set("EFF", name("StdCF")).set("StmF", name("Identity")).set("StrF", name("Identity"));
  const encryptor = {
    dict: whole.dict,
    needsFileId: false,
    stream: (bytes: Uint8Array, entries: ReturnType<typeof dict>) =>
      isName(entries.get("Type"), "EmbeddedFile") ? whole.stream(bytes) : bytes,
    strings: (entries: ReturnType<typeof dict>) => entries,
  };
  return writePdf(document, { encryptor });
}

const attachmentOf = (document: PdfDocument) =>
  present(
    document.objects
      .numbers()
      .map((number) => document.objects.get(number))
      .find((object) => object instanceof PdfStream && isName(object.dict.get("Type"), "EmbeddedFile")),
  ) as PdfStream;

describe("a file whose attachments only are encrypted", () => {
  const bytes = withLockedAttachment();

  it("opens without a password, and its attachment does not", () => {
    const document = openPdf(bytes);
    expect(document.pages).toHaveLength(2);
    expect(() => attachmentOf(document).bytes()).toThrow("The attachments of the PDF are encrypted");
    expect(() => openPdf(bytes, { password: "wrong" })).toThrow(Failure);
    const stream = attachmentOf(openPdf(bytes, { password: "open" }));
    expect(Buffer.from(decodeStream(stream, (object) => object ?? null).bytes).toString()).toBe(SECRET);
  });

  it("is changed without it, and the password opens the attachment as before", () => {
    const document = openForChange(bytes, {});
    const written = writePdf(document, { encryptor: document.encryption?.kept });
    const stream = attachmentOf(openPdf(written, { password: "open" }));
    expect(Buffer.from(stream.bytes()).toString()).toBe(SECRET);
  });

  it("is not combined with its attachment locked for ever", () => {
    expect(() => combinePdfs([{ name: "a", bytes }])).toThrow("The attachments of the PDF are encrypted");
    expect(() => rotatePdf(bytes, { degrees: 90 })).toThrow("The attachments of the PDF are encrypted");
  });
});
