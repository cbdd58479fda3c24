// A merged Office file as its checks read it.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { inflateSync } from "node:zlib";
import { unzipSync } from "fflate";
import jsQR from "jsqr";
import { present } from "../../src/domain/present.ts";
import { decodeXmlText } from "../../src/office/xml-text.ts";
import { parseXml } from "../../src/office/xml-tree.ts";

export class OfficeFile {
  readonly #parts: Readonly<Record<string, Uint8Array>>;

  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#parts = unzipSync(bytes);
  }

  names(pattern: RegExp): string[] {
    return Object.keys(this.#parts)
      .filter((name) => pattern.test(name))
      .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  }

  xml(name: string): string {
    return new TextDecoder().decode(this.#parts[name]);
  }

  bytesOf(name: string): Uint8Array {
    return present(this.#parts[name]);
  }

  /** Every part with markup is well-formed; returns those that are not. */
  malformed(): string[] {
    return this.names(/\.(?:xml|rels)$/).filter((name) => {
      try {
        parseXml(this.xml(name));
        return false;
      } catch {
        return true;
      }
    });
  }

  /** Internal relationship targets that do not exist, and part names without a media type. */
  dangling(): string[] {
    return this.names(/\.rels$/).flatMap((name) => {
      const folder = path.posix.dirname(path.posix.dirname(name));
      return Array.from(this.xml(name).matchAll(/<Relationship\b[^>]*>/g), ([tag]) => tag)
        .filter((tag) => !tag.includes('TargetMode="External"'))
        .map((tag) => decodeXmlText(/Target="([^"]*)"/.exec(tag)?.[1] ?? ""))
        .map((target) =>
          target.startsWith("/") ? target.slice(1) : path.posix.normalize(path.posix.join(folder, target)),
        )
        .filter((target) => !Object.hasOwn(this.#parts, target));
    });
  }

  hyperlinkTargets(): string[] {
    return this.names(/\.rels$/).flatMap((name) =>
      Array.from(this.xml(name).matchAll(/<Relationship\b[^>]*TargetMode="External"[^>]*>/g), ([tag]) =>
        decodeXmlText(/Target="([^"]*)"/.exec(tag)?.[1] ?? ""),
      ),
    );
  }

  qrCodes(): string[] {
    return this.names(/\/media\/.*\.png$/).flatMap((name) => {
      const image = decodePng(this.bytesOf(name));
      const code = image && jsQR(image.data, image.width, image.height);
      return code ? [code.data] : [];
    });
  }

  /** Pages after conversion by LibreOffice; undefined if it is not installed or cannot open the file. */
  pages(extension: string): number | undefined {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "templates-"));
    try {
      fs.writeFileSync(path.join(folder, `file.${extension}`), this.bytes);
      execFileSync(
        "soffice",
        [`-env:UserInstallation=file://${folder}/profile`, "--headless", "--convert-to", "pdf", `file.${extension}`],
        { cwd: folder, stdio: "ignore", timeout: 120_000 },
      );
      const info = execFileSync("pdfinfo", [path.join(folder, "file.pdf")], { encoding: "utf8" });
      return Number(/Pages:\s+(\d+)/.exec(info)?.[1]);
    } catch {
      return undefined;
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** Text of WordprocessingML or DrawingML, a line for each paragraph. */
export function visibleText(xml: string): string {
  const chosen = xml.replace(/<mc:Fallback>[\s\S]*?<\/mc:Fallback>/g, "");
  return Array.from(
    chosen.matchAll(/<[wa]:t(?: [^>]*)?>([^<]*)<|<(?:w:tab|w:br|w:cr|a:br)[ />]|<\/[wa]:p>/g),
    ([whole, text]) => (text !== undefined ? decodeXmlText(text) : whole.startsWith("</") ? "\n" : " "),
  ).join("");
}

/** Gray, color and palette images of 1 or 8 bits as RGBA. */
function decodePng(bytes: Uint8Array): { data: Uint8ClampedArray; width: number; height: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height, depth, color] = [
    view.getUint32(16),
    view.getUint32(20),
    present(bytes[24]),
    present(bytes[25]),
  ];
  if (bytes[28] !== 0 || (depth !== 8 && depth !== 1)) return undefined;
  const data: Uint8Array[] = [];
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at))
    if (view.getUint32(at + 4) === 0x49444154) data.push(bytes.subarray(at + 8, at + 8 + view.getUint32(at)));
  const raw = inflateSync(Buffer.concat(data));
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[color] ?? 1;
  const stride = Math.ceil((width * channels * depth) / 8);
  const step = Math.max(1, (channels * depth) >> 3);
  const out = new Uint8ClampedArray(width * height * 4);
  let previous = new Uint8Array(stride);
  for (let y = 0; y < height; y++) {
    const filter = present(raw[y * (stride + 1)]);
    const line = Uint8Array.from(raw.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)));
    for (let x = 0; x < stride; x++) {
      const [a, b, c] = [line[x - step] ?? 0, present(previous[x]), previous[x - step] ?? 0];
      const p = a + b - c;
      const paeth =
        Math.abs(p - a) <= Math.abs(p - b) && Math.abs(p - a) <= Math.abs(p - c)
          ? a
          : Math.abs(p - b) <= Math.abs(p - c)
            ? b
            : c;
      line[x] = (line[x] ?? 0) + ([0, a, b, (a + b) >> 1, paeth][filter] ?? 0);
    }
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const gray = depth === 1 ? ((present(line[x >> 3]) >> (7 - (x & 7))) & 1) * 255 : present(line[x * channels]);
      const isColor = channels >= 3;
      out.set(
        [gray, isColor ? present(line[x * channels + 1]) : gray, isColor ? present(line[x * channels + 2]) : gray, 255],
        at,
      );
    }
    previous = line;
  }
  return { data: out, width, height };
}
