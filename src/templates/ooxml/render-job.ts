import { present } from "../../domain/present.ts";
import { imageProblem } from "../../image/image-problem.ts";
import type { TagSite } from "../../language/ast.ts";
import type { ContentTypes } from "../../office/content-types.ts";
import { relativePartName } from "../../office/part-name.ts";
import { Relationships } from "../../office/relationships.ts";
import type { RenderEnvironment } from "../template-engine.ts";
import { halfImage, imageDataBytes, sourceProblem, unreadImage } from "./image/image-data.ts";
import { type ImageFile, readImage } from "./image/image-file.ts";
import { missingImage } from "./missing-image.ts";

/** What a compiled package passes to its renders. */
export interface JobBasis {
  /** Folder of the format's parts: `word/` or `ppt/`. */
  folder: string;
  /** The relationships of each part as the template has them. */
  relationships: ReadonlyMap<string, string>;
  contentTypes: ContentTypes;
  /** Names of the template's parts: new parts take others. */
  partNames: ReadonlySet<string>;
  /** Numbers that merges give begin above this: the template may be a merged file itself. */
  highestId: number;
  /** The first drawing id that is free in all parts. */
  firstDrawingId: number;
  /** Widest picture that fits the page, in EMU. */
  textWidthEmu: number;
  /** The language of the document's text, if it says so: fields write numbers in it. */
  language?: string;
  /** Ids of the styles of headings 1 to 6, if the document has them. */
  headingStyles?: readonly (string | undefined)[];
}

/** A part made by the render. */
export interface NewPart {
  name: string;
  bytes: Uint8Array;
}

const IMAGE_RELATIONSHIP = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/image";
const HYPERLINK_RELATIONSHIP = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink";
const MAX_WARNINGS = 100;

/** A list of the template that restarts: the number definitions to be added. */
export interface RestartedList {
  numId: number;
  copyOf: number;
}

/** A list of rich text: its number, and where it begins to count. */
export interface RichList {
  numId: number;
  ordered: boolean;
  /** The level of its items, and the number of the first. */
  level: number;
  start: number;
}

/** A slide as it is rendered: the template's part it comes from, and the names its parts have now. */
export interface RenderedSlide {
  template: string;
  /** By the template's names; empty for the first copy, which keeps them. */
  copies: ReadonlyMap<string, string>;
}

/** A copy of a part that a turn of a loop made. */
export interface RepeatedPartCopy {
  template: string;
  part: string;
}

/** A picture among the parts of the package. */
export interface MediaFile {
  name: string;
  image: ImageFile;
  /** A frame in place of a picture that could not be read. */
  isMissing?: boolean;
}

/** Pictures by their address, or why they are not available. */
export type LoadedImages = ReadonlyMap<string, Uint8Array | { problem: string }>;

/** Everything one render of a package changes. */
export class RenderJob {
  readonly newParts: NewPart[] = [];
  readonly warnings = new Set<string>();
  /** The tag that is being printed, for warnings. */
  site: TagSite | undefined;
  /** Addresses of pictures that are needed and not loaded yet. */
  readonly wantedImages = new Set<string>();
  readonly restartedLists: RestartedList[] = [];
  /** Lists that rich text brought: the numbers they were given. */
  readonly richLists: RichList[] = [];
  /** Codes that have already been drawn. */
  readonly codes = new Map<string, MediaFile>();
  /** Pictures that stand in for an SVG, and that SVG. */
  readonly vectors = new Map<string, string>();
  /** Numbers given out so far, by what they number. */
  readonly counters = new Map<string, number>();
  /** What a template's id, name or list stands for at this point of the render. */
  readonly current = new Map<string, string>();
  /** Part names that the copy of a slide or of a part being made uses in place of the template's. */
  readonly partCopies = new Map<string, string>();
  /** Parts that loops repeated, in the order in which they were begun. */
  readonly repeatedParts: RepeatedPartCopy[] = [];
  /** Copies that are being made, innermost last, and what their templates stood for before. */
  readonly #openCopies: (RepeatedPartCopy & { before: string | undefined })[] = [];
  /** The slides of the merged presentation, in order. */
  readonly slides: RenderedSlide[] = [];

  readonly #relationships = new Map<string, Relationships>();
  readonly #images = new Map<string, MediaFile | undefined>();
  readonly #imageIds = new Map<string, string>();
  readonly #links = new Map<string, string>();
  #drawingId: number;
  #missing: MediaFile | undefined;

  readonly basis: JobBasis;
  readonly environment: Pick<RenderEnvironment, "locale" | "framesMissingImages" | "settings">;
  readonly loadedImages: LoadedImages;
  readonly contentTypes: ContentTypes;

  constructor(
    basis: JobBasis,
    environment: Pick<RenderEnvironment, "locale" | "framesMissingImages" | "settings">,
    loadedImages: LoadedImages,
    contentTypes: ContentTypes,
  ) {
    this.basis = basis;
    this.environment = environment;
    this.loadedImages = loadedImages;
    this.contentTypes = contentTypes;
    this.#drawingId = basis.firstDrawingId;
  }

  /** The language in which fields write numbers: the one that was asked for, else the document's own. */
  get fieldLocale(): string {
    return this.environment.settings.locale ?? this.basis.language ?? this.environment.locale;
  }

  warn(message: string): void {
    if (this.warnings.size < MAX_WARNINGS) this.warnings.add(message);
  }

  nextDrawingId(): number {
    return this.#drawingId++;
  }

  /** A number for something that is new in the file, from `first` on. */
  freshId(series: string, first: number): number {
    return this.next(series, first + this.basis.highestId);
  }

  /** The next number of a series, from `first` on. */
  next(series: string, first: number): number {
    const number = this.counters.get(series) ?? first;
    this.counters.set(series, number + 1);
    return number;
  }

  /** The relationships of a part (or of the copy being made), ready to be added to. */
  relationshipsOf(templatePart: string, part = this.partCopies.get(templatePart) ?? templatePart): Relationships {
    let relationships = this.#relationships.get(part);
    if (!relationships) {
      const xml = this.basis.relationships.get(templatePart);
      relationships = xml === undefined ? new Relationships(part) : Relationships.parse(part, xml);
      this.#relationships.set(part, relationships);
    }
    return relationships;
  }

  /** Begins a copy of a part: from here on what is printed for the part belongs to the copy. Returns its name. */
  startPart(template: string): string {
    const part = this.freshPartName(template);
    this.#openCopies.push({ template, part, before: this.partCopies.get(template) });
    this.partCopies.set(template, part);
    this.repeatedParts.push({ template, part });
    return part;
  }

  /** Ends the copy begun last, and relates the part that shows it to it; returns the relationship's id. */
  endPart(owner: string, type: string): string {
    const copy = present(this.#openCopies.pop());
    if (copy.before === undefined) this.partCopies.delete(copy.template);
    else this.partCopies.set(copy.template, copy.before);
    const relationships = this.relationshipsOf(owner);
    return relationships.add(type, relativePartName(copy.part, relationships.sourcePart));
  }

  /** A name for a copy of a part of the template. */
  freshPartName(template: string): string {
    const [, stem = template, extension = ""] = /^(.*?)(?<!\d)\d*(\.[^./]*)$/.exec(template) ?? [];
    for (;;) {
      const name = `${stem}${this.next(`part ${stem}`, 1)}${extension}`;
      if (!this.basis.partNames.has(name)) return name;
    }
  }

  changedRelationships(): Relationships[] {
    return [...this.#relationships.values()].filter((relationships) => relationships.changed);
  }

  /** Id of a relationship of the part to this address. */
  linkId(part: string, url: string): string {
    const relationships = this.relationshipsOf(part);
    const key = `${relationships.sourcePart}\n${url}`;
    const known = this.#links.get(key);
    if (known) return known;
    const id = relationships.add(HYPERLINK_RELATIONSHIP, url, true);
    this.#links.set(key, id);
    return id;
  }

  /**
   * A picture from a data URI or an address; undefined if there is none, if it is not loaded yet (it is then wanted) or
   * if it is of no known format, which is a warning; test merges then show a frame.
   */
  image(source: string): MediaFile | undefined {
    if (source === "") return undefined;
    if (this.#images.has(source)) return this.#images.get(source);
    const bytes = this.#imageBytes(source);
    if (bytes === "later") return undefined;
    const image = bytes instanceof Uint8Array ? readImage(bytes) : undefined;
    const warning = image
      ? bytes instanceof Uint8Array && halfImage(this.site?.source, source, bytes)
      : unreadImage(this.site?.source, source, problemOf(bytes));
    if (warning) this.warn(warning);
    const entry = image ? { name: this.addMedia(image), image } : this.#frame();
    this.#images.set(source, entry);
    return entry;
  }

  #frame(): MediaFile | undefined {
    if (!this.environment.framesMissingImages) return undefined;
    const image = missingImage();
    this.#missing ??= image && { name: this.addMedia(image), image, isMissing: true };
    return this.#missing;
  }

  #imageBytes(source: string): Uint8Array | "later" | { problem: string } {
    const own = imageDataBytes(source);
    if (own) return own;
    if (!/^https?:\/\//i.test(source)) return { problem: sourceProblem(source, TAKEN) };
    const loaded = this.loadedImages.get(source);
    if (loaded) return loaded;
    this.wantedImages.add(source);
    return "later";
  }

  addMedia(image: ImageFile): string {
    const name = this.#mediaName(image.extension);
    this.newParts.push({ name, bytes: image.bytes });
    this.contentTypes.setDefault(image.extension, image.mediaType);
    if (image.svg) {
      const drawing = this.#mediaName("svg");
      this.newParts.push({ name: drawing, bytes: image.svg });
      this.contentTypes.setDefault("svg", "image/svg+xml");
      this.vectors.set(name, drawing);
    }
    return name;
  }

  #mediaName(extension: string): string {
    for (;;) {
      const name = `${this.basis.folder}media/merged${this.next("media", 1)}.${extension}`;
      if (!this.basis.partNames.has(name)) return name;
    }
  }

  /** Id of a relationship of the part to a picture. */
  imageId(part: string, mediaName: string): string {
    const relationships = this.relationshipsOf(part);
    const key = `${relationships.sourcePart}\n${mediaName}`;
    const known = this.#imageIds.get(key);
    if (known) return known;
    const id = relationships.add(IMAGE_RELATIONSHIP, relativePartName(mediaName, relationships.sourcePart));
    this.#imageIds.set(key, id);
    return id;
  }
}

/** What Office files accept as a picture. */
const TAKEN = "PNG, JPEG, GIF, BMP, TIFF, WebP or SVG";

const problemOf = (bytes: Uint8Array | { problem: string }): string =>
  bytes instanceof Uint8Array ? imageProblem(bytes, TAKEN) : bytes.problem;
