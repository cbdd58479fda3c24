import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { openPdf } from "../document.ts";
import { decodeStream } from "../filters/decode-stream.ts";
import { encryptPdf } from "../operations/encrypt.ts";
import { buildPages } from "../testing/build-file.ts";
import { pageTitles } from "../testing/read-pages.ts";
import { decodeText } from "../text-strings.ts";
import { writePdf } from "../writer.ts";
import { preparePassword } from "./password-bytes.ts";
import { permissionFlags, permissionNames } from "./permissions.ts";
import { rc4 } from "./rc4.ts";
import { ENCRYPTED_FILES } from "./testing/encrypted-files.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const file = buildPages(2, { catalog: "/Lang(en)" });

describe("reading", () => {
  const files = Object.entries(ENCRYPTED_FILES).map(
    ([kind, base64]) => [kind, new Uint8Array(Buffer.from(base64, "base64"))] as const,
  );

  it.each(files)("opens %s with either password", (_, bytes) => {
    for (const [password, openedAsOwner] of [
      ["user", false],
      ["owner", true],
    ] as const) {
      const document = openPdf(bytes, { password });
      expect(document.encryption?.openedAsOwner).toBe(openedAsOwner);
      expect(decodeText(present(document.string(document.catalog.get("Lang"))))).toBe("en");
      const metadata = decodeStream(present(document.stream(document.catalog.get("Metadata"))), (object) =>
        document.resolve(object),
      );
      expect(Buffer.from(metadata.bytes).toString()).toBe("<x/>");
      expect(pageTitles(bytes, password)).toEqual(["Page 1"]);
    }
  });

  it.each(files)("refuses %s with a wrong password or none", (_, bytes) => {
    expect(() => openPdf(bytes, { password: "nope" })).toThrow(expect.objectContaining({ code: "pdf_wrong_password" }));
    expect(() => openPdf(bytes)).toThrow(expect.objectContaining({ code: "pdf_password_needed" }));
  });

  it.each(files)(
    "writes %s under the encryption that it came with: either password, the same permissions",
    (_, bytes) => {
      for (const known of ["user", "owner"]) {
        const original = openPdf(bytes, { password: known });
        const { kept, ...info } = present(original.encryption);
        const written = writePdf(original, { encryptor: kept });
        expect(Buffer.from(written).includes("Page 1")).toBe(false);
        for (const password of ["user", "owner"]) {
          const again = openPdf(written, { password });
          expect({ ...again.encryption, kept: undefined }).toEqual({ ...info, openedAsOwner: password === "owner" });
          expect(decodeText(present(again.string(again.catalog.get("Lang"))))).toBe("en");
          expect(pageTitles(written, password)).toEqual(["Page 1"]);
          const metadata = decodeStream(present(again.stream(again.catalog.get("Metadata"))), (object) =>
            again.resolve(object),
          );
          expect(Buffer.from(metadata.bytes).toString()).toBe("<x/>");
        }
        for (const password of ["nope", undefined]) expect(() => openPdf(written, { password })).toThrow();
        expect(writePdf(openPdf(bytes, { password: known }), { encryptor: kept })).toEqual(written);
      }
    },
  );

  it("distinguishes other security handlers from wrong passwords", () => {
    const locked = buildPages(1, { trailer: "/Root 1 0 R/Encrypt<</Filter/Adobe.PubSec/V 4>>" });
    expect(() => openPdf(locked)).toThrow(expect.objectContaining({ code: "pdf_encryption_unsupported" }));
  });
});

describe("writing", () => {
  it("is opened by both passwords and no other", () => {
    const bytes = encryptPdf(file, {
      userPassword: "pässwörd-日本",
      ownerPassword: "öwner✓",
      permissions: ["Printing"],
    });
    expect(pageTitles(bytes, "pässwörd-日本")).toEqual(["Page 1", "Page 2"]);
    expect(openPdf(bytes, { password: "öwner✓" }).encryption).toMatchObject({
      revision: 6,
      openedAsOwner: true,
      permissions: -1340,
    });
    expect(() => openPdf(bytes)).toThrow(expect.objectContaining({ code: "pdf_password_needed" }));
    expect(Buffer.from(bytes).includes("Page 1")).toBe(false);
  });

  it("opens without a password when there is only the owner's, and never as owner", () => {
    const restricted = encryptPdf(file, { ownerPassword: "own" });
    expect(openPdf(restricted).encryption).toMatchObject({ openedAsOwner: false, permissions: -3392 });
    const locked = encryptPdf(file, { userPassword: "usr" });
    expect(openPdf(locked, { password: "usr" }).encryption?.openedAsOwner).toBe(false);
  });

  it("cuts passwords at 127 bytes", () => {
    const bytes = encryptPdf(file, { userPassword: "u".repeat(200), ownerPassword: "o" });
    expect(openPdf(bytes, { password: "u".repeat(127) }).pages).toHaveLength(2);
  });

  it("encrypts what was encrypted before", () => {
    const once = encryptPdf(file, { userPassword: "a", ownerPassword: "b" });
    const twice = encryptPdf(once, { password: "a", userPassword: "c", ownerPassword: "d" });
    expect(pageTitles(twice, "c")).toEqual(["Page 1", "Page 2"]);
  });

  it("can be repeated with the same random bytes", () => {
    const random = (count: number) => new Uint8Array(count).fill(7);
    const encrypt = () => encryptPdf(file, { ownerPassword: "x", random });
    expect(encrypt()).toEqual(encrypt());
  });

  it("refuses what makes no sense, by name", () => {
    const code = (options: Parameters<typeof encryptPdf>[1]) => {
      try {
        encryptPdf(file, options);
      } catch (error) {
        return (error as { code: string }).code;
      }
      return undefined;
    };
    expect(code({})).toBe("pdf_no_password");
    expect(code({ ownerPassword: "x", userPassword: "x" })).toBe("pdf_same_passwords");
    expect(code({ ownerPassword: "x", permissions: ["Fly"] })).toBe("pdf_permission_unknown");
    expect(() => permissionFlags(["Fly"])).toThrow(/"Fly".*Printing, DegradedPrinting/);
  });
});

describe("permissions", () => {
  it.each([
    [[], -3392],
    [["Printing"], -1340],
    [["DegradedPrinting"], -3388],
    [["ModifyContents"], -2360],
    [["Assembly"], -2368],
    [["CopyContents"], -3376],
    [["FillIn"], -3136],
    [["AllFeatures"], -4],
    [["Printing", "DegradedPrinting", "ModifyContents", "Assembly", "CopyContents", "FillIn"], -36],
  ])("%j are %i", (permissions, flags) => expect(permissionFlags(permissions)).toBe(flags));

  it("are turned back into names", () => {
    expect(permissionNames(permissionFlags(["CopyContents"]))).toContain("CopyContents");
    expect(permissionNames(-4)).toEqual(["AllFeatures"]);
  });
});

it("knows RC4 by its test vectors", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  expect(hex(rc4(bytes("Key"), bytes("Plaintext")))).toBe("bbf316e8d940af0ad3");
  expect(hex(rc4(bytes("Wiki"), bytes("pedia")))).toBe("1021bf0420");
});

it("prepares passwords by SASLprep (the examples of RFC 4013)", () => {
  const prepared = (password: string) => new TextDecoder().decode(preparePassword(password));
  expect(["I\u00adX", "user", "USER", "\u00aa", "\u2168"].map(prepared)).toEqual(["IX", "user", "USER", "a", "IX"]);
});
