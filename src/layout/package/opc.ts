/** Reading of an Open Packaging Conventions file (ECMA-376 part 2) inside the page: parts, relationships, content types. */
import { unzipSync } from "fflate";
import { parseXml, type XmlElement } from "./xml.ts";

export interface Relationship {
  readonly id: string;
  /** The last segment of the relationship type, e.g. `image`, `hyperlink`, `header`. */
  readonly type: string;
  /** Part name without the leading slash, or the URL when external. */
  readonly target: string;
  readonly external: boolean;
}

const MAX_ENTRIES = 5_000;
const MAX_TOTAL_BYTES = 192 * 1024 * 1024;
const MAX_PART_BYTES = 96 * 1024 * 1024;

/** Resolves a relationship target against the folder of its source part. */
export function resolveTarget(sourcePart: string, target: string): string {
  const clean = target.replaceAll("\\", "/");
  if (clean.startsWith("/")) return clean.slice(1);
  const segments = sourcePart.split("/").slice(0, -1);
  for (const segment of clean.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "." && segment !== "") segments.push(segment);
  }
  return segments.join("/");
}

/** The name of the part that holds the relationships of `part`. */
export function relationshipsPartOf(part: string): string {
  const slash = part.lastIndexOf("/");
  return `${part.slice(0, slash + 1)}_rels/${part.slice(slash + 1)}.rels`;
}

export class OpcPackage {
  readonly #parts = new Map<string, Uint8Array>();
  readonly #trees = new Map<string, XmlElement | undefined>();
  readonly #relationships = new Map<string, Map<string, Relationship>>();
  #contentTypes: { defaults: Map<string, string>; overrides: Map<string, string> } | undefined;

  /** `parts`: part name without the leading slash -> its bytes. */
  constructor(parts: Iterable<[string, Uint8Array]>) {
    for (const [name, content] of parts) this.#parts.set(name, content);
  }

  /** Unzips under a budget: too many entries or too many bytes throw a plain `Error`. */
  static fromZip(bytes: Uint8Array): OpcPackage {
    let entries = 0;
    let total = 0;
    const files = unzipSync(bytes, {
      filter(file) {
        entries += 1;
        total += file.originalSize;
        if (entries > MAX_ENTRIES) throw new Error("the package has too many entries");
        if (file.originalSize > MAX_PART_BYTES || total > MAX_TOTAL_BYTES) throw new Error("the package is too large");
        return !file.name.endsWith("/");
      },
    });

    return new OpcPackage(
      Object.entries(files).map(([name, content]) => [name.replaceAll("\\", "/").replace(/^\//, ""), content]),
    );
  }

  /** All parts with their bytes, by name. */
  parts(): ReadonlyMap<string, Uint8Array> {
    return this.#parts;
  }

  /** Bytes of a part; names are compared without regard to case when the exact name is missing (part names are case-insensitive). */
  bytes(part: string): Uint8Array | undefined {
    const exact = this.#parts.get(part);
    if (exact) return exact;
    const wanted = decodeURIComponentSafely(part).toLowerCase();
    for (const [name, content] of this.#parts) if (name.toLowerCase() === wanted) return content;
    return undefined;
  }

  /** The part's root element, or undefined when the part is missing or cannot be parsed. */
  xml(part: string | undefined): XmlElement | undefined {
    if (!part) return undefined;
    if (this.#trees.has(part)) return this.#trees.get(part);
    let tree: XmlElement | undefined;
    const bytes = this.bytes(part);
    if (bytes) {
      try {
        tree = parseXml(decodeXmlBytes(bytes));
      } catch {
        tree = undefined;
      }
    }
    this.#trees.set(part, tree);
    return tree;
  }

  /** Relationships of a part by id; the package's own for the empty name. */
  relationships(part: string): Map<string, Relationship> {
    const known = this.#relationships.get(part);
    if (known) return known;
    const found = new Map<string, Relationship>();
    const root = this.xml(part === "" ? "_rels/.rels" : relationshipsPartOf(part));
    for (const element of root?.children ?? []) {
      const id = element.attributes.Id;
      const target = element.attributes.Target;
      if (id === undefined || target === undefined) continue;
      const external = element.attributes.TargetMode === "External";
      found.set(id, {
        id,
        type: (element.attributes.Type ?? "").split("/").pop() ?? "",
        target: external ? target : resolveTarget(part, target),
        external,
      });
    }
    this.#relationships.set(part, found);
    return found;
  }

  /** Target of the first relationship of that type. */
  targetOfType(part: string, type: string): string | undefined {
    for (const relationship of this.relationships(part).values()) {
      if (relationship.type === type && !relationship.external) return relationship.target;
    }
    return undefined;
  }

  contentType(part: string): string {
    if (!this.#contentTypes) {
      this.#contentTypes = { defaults: new Map(), overrides: new Map() };
      for (const element of this.xml("[Content_Types].xml")?.children ?? []) {
        const type = element.attributes.ContentType ?? "";
        if (element.name.endsWith("Default")) {
          this.#contentTypes.defaults.set((element.attributes.Extension ?? "").toLowerCase(), type);
        } else this.#contentTypes.overrides.set((element.attributes.PartName ?? "").replace(/^\//, ""), type);
      }
    }
    const extension = part.slice(part.lastIndexOf(".") + 1).toLowerCase();
    return this.#contentTypes.overrides.get(part) ?? this.#contentTypes.defaults.get(extension) ?? "";
  }

  partNames(): string[] {
    return [...this.#parts.keys()];
  }
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function decodeXmlBytes(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}
