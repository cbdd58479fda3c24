import { appendAll } from "../../domain/collections/long-lists.ts";
import { present } from "../../domain/present.ts";
import { Destinations } from "../destinations.ts";
import { emptyDocument, type PdfDocument } from "../document.ts";
import { readNameTree, writeNameTree } from "../name-tree.ts";
import { isName, name, PdfDict, type PdfObject, PdfRef } from "../objects.ts";
import { INHERITABLE_KEYS, type PdfPage, writePages } from "../page-tree.ts";
import { encodeText } from "../text-strings.ts";
import { Copier } from "./copier.ts";
import { JoinedForm, leaveOutFields } from "./form.ts";
import { joinLayers } from "./layers.ts";
import { NameAllocator } from "./name-allocator.ts";
import { type OutlineItem, readOutline, SourceOutline, writeOutline } from "./outline.ts";
import { type PageLabel, plainLabels, readPageLabels, writePageLabels } from "./page-labels.ts";
import { JoinedStructure, SourceStructure } from "./structure.ts";
import { copyThreads } from "./threads.ts";

/** A document from which pages are taken; what concerns it as a whole is read once. */
export class AssemblySource {
  readonly document: PdfDocument;
  readonly destinations: Destinations;
  readonly outline: SourceOutline;
  readonly labels: PageLabel[] | undefined;
  readonly structure: SourceStructure | undefined;
  /** Object numbers of all pages. */
  readonly pageNumbers: ReadonlySet<number>;
  /** Named destinations by the page to which they lead; without one those that lead to none of the document. */
  readonly #destinationsByPage = new Map<number | undefined, [name: string, destination: PdfObject][]>();

  constructor(document: PdfDocument) {
    this.document = document;
    this.pageNumbers = new Set(document.pages.map(({ ref }) => ref.number));
    this.destinations = new Destinations(document);
    for (const entry of this.destinations.named) {
      const target = this.destinations.pageOf(entry[1]);
      const page = target !== undefined && this.pageNumbers.has(target) ? target : undefined;
      const listed = this.#destinationsByPage.get(page);
      if (listed) listed.push(entry);
      else this.#destinationsByPage.set(page, [entry]);
    }
    this.outline = new SourceOutline(readOutline(document, this.destinations), this.pageNumbers);
    this.labels = readPageLabels(document);
    const root = document.dict(document.catalog.get("StructTreeRoot"));
    this.structure = root && new SourceStructure(document, root);
  }

  /** The named destinations that stay with these pages, given by their object numbers. */
  *destinationsOf(pages: ReadonlySet<number>): Generator<[name: string, destination: PdfObject]> {
    for (const page of [undefined, ...pages]) yield* this.#destinationsByPage.get(page) ?? [];
  }
}

/** Pages of one document. */
export interface AssemblyPart {
  source: AssemblySource;
  /** Zero-based, in the order wanted; a page may be there twice. */
  pages: readonly number[];
  /** Title of the outline item above the part's own outline; there is none where no part has an outline. */
  title?: string;
  /** Has that item in any case. */
  bookmark?: boolean;
}

/** Entries of the catalog that are taken over from the first part (ISO 32000-2, table 29). */
const CATALOG_KEYS = ["Lang", "ViewerPreferences", "PageMode", "PageLayout", "Metadata", "URI", "Extensions"];
/** Name trees that are joined; nothing of the others (pages, templates) is left in a new file. */
const NAME_TREES = ["EmbeddedFiles", "JavaScript", "AP", "Renditions"];

/**
 * Makes one document of pages of others. Outlines, destinations, fields, layers, labels, attachments and structure
 * are joined as far as they belong to the pages; links to pages that are left out disappear.
 */
export function assemble(parts: readonly AssemblyPart[]): PdfDocument {
  const first = present(parts[0]).source.document;
  const version = present(
    parts
      .map(({ source }) => source.document.version)
      .sort()
      .at(-1),
  );
  return new Assembly(emptyDocument(version, first.work), parts.length > 1).run(parts, first);
}

class Assembly {
  readonly #target: PdfDocument;
  readonly #isJoined: boolean;
  readonly #pages: PdfPage[] = [];
  readonly #outline: OutlineItem[] = [];
  readonly #labels: { labels: PageLabel[]; own: boolean }[] = [];
  readonly #layers: PdfDict[] = [];
  readonly #threads: PdfRef[] = [];
  /** Files that belong to a document as a whole (14.13). */
  readonly #associatedFiles: PdfObject[] = [];
  readonly #names = new Map<string, Map<string, PdfObject>>();
  readonly #nameAllocator = new Map<string, NameAllocator>();
  readonly #form: JoinedForm;
  readonly #structure: JoinedStructure;

  constructor(target: PdfDocument, isJoined: boolean) {
    this.#target = target;
    this.#isJoined = isJoined;
    this.#form = new JoinedForm(target);
    this.#structure = new JoinedStructure(target);
  }

  run(parts: readonly AssemblyPart[], first: PdfDocument): PdfDocument {
    const target = this.#target;
    const { catalog } = target;
    const withOutline = parts.some(({ source, bookmark }) => bookmark || source.outline.items.length > 0);
    const [firstCopier] = parts.map((part) => this.#addPart(part, withOutline));
    const copy = (object: PdfObject) => present(firstCopier).copy(object);
    writePages(target, this.#pages);
    for (const key of CATALOG_KEYS) {
      const value = first.catalog.get(key);
      if (value !== undefined) catalog.set(key, copy(value));
    }
    const isTagged = parts.every(({ source }) => source.structure);
    const marks = first.catalog.get("MarkInfo");
    if (isTagged && marks !== undefined) catalog.set("MarkInfo", copy(marks));
    const info = first.trailer.get("Info");
    if (info !== undefined) target.trailer.set("Info", copy(info));
    const id = first.trailer.get("ID");
    if (id !== undefined && !this.#isJoined) target.trailer.set("ID", copy(id));
    this.#writeCatalog(catalog);
    return target;
  }

  #addPart({ source, pages, title }: AssemblyPart, withOutline: boolean): Copier {
    const { document } = source;
    const selected = pages.map((index) => present(document.pages[index]));
    const selectedNumbers = new Set(selected.map(({ ref }) => ref.number));
    const isWhole = new Set(pages).size === document.pages.length;
    const destinationNames = this.#newDestinationNames(source);
    const copier = new Copier(document, this.#target, {
      structureOffset: this.#structure.nextKey,
      leftOut: source.pageNumbers,
      destinationNames,
    });
    for (const page of selected) copier.assign(page.ref.number, this.#target.add(null));
    const annotations = this.#leaveOutDeadLinks(source, selected, copier);
    if (!isWhole) leaveOutFields(document, copier, annotations);
    if (source.structure) {
      const kept = isWhole
        ? undefined
        : source.structure.elementsOf(
            selected.map((page) => page.dict),
            annotations,
          );
      this.#structure.add(document, source.structure, copier, kept);
    }
    this.#addPages(document, selected, copier);
    this.#addNames(source, selectedNumbers, copier, destinationNames);
    this.#form.add(document, copier);
    const own = source.labels;
    const labels = own ? pages.map((index) => present(own[index])) : plainLabels(pages);
    this.#labels.push({ labels, own: source.labels !== undefined });
    appendAll(this.#threads, copyThreads(source, this.#target, copier));
    const files = document.array(document.catalog.get("AF")) ?? [];
    appendAll(
      this.#associatedFiles,
      files.map((file) => copier.copy(file)),
    );
    const layers = document.dict(document.catalog.get("OCProperties"));
    if (layers) this.#layers.push(copier.dict(layers));
    const outline = isWhole ? source.outline.items : source.outline.of(selectedNumbers);
    this.#addOutline(outline, selected[0], copier, withOutline ? title : undefined);
    return copier;
  }

  /** Names that are taken by another part get ".2", ".3", ... */
  #newDestinationNames(source: AssemblySource): Map<string, string> {
    if (!this.#isJoined) return new Map();
    const names = this.#namesOf("Dests");
    return new Map([...source.destinations.named.keys()].map((key) => [key, names.take(key)]));
  }

  /** Leaves out links to pages that are left out; returns the numbers of the annotations that stay. */
  #leaveOutDeadLinks({ document, destinations }: AssemblySource, selected: PdfPage[], copier: Copier): Set<number> {
    const annotations = new Set<number>();
    for (const page of selected) {
      const listed = document.array(page.dict.get("Annots")) ?? [];
      // one array may be that of all pages
      document.work.charge("object", 8 * listed.length);
      for (const annotation of listed) {
        if (!(annotation instanceof PdfRef)) continue;
        const entries = document.dict(annotation);
        if (entries && isName(document.resolve(entries.get("Subtype")), "Link")) {
          const target = destinations.targetOf(entries);
          if (typeof target === "number" && copier.isLeftOut(target)) {
            copier.assign(annotation.number, null);
            continue;
          }
        }
        annotations.add(annotation.number);
      }
    }
    return annotations;
  }

  #addPages(document: PdfDocument, selected: readonly PdfPage[], copier: Copier): void {
    const used = new Set<number>();
    for (const page of selected) {
      const entries = new PdfDict(page.dict);
      for (const key of INHERITABLE_KEYS) {
        const value = page.dict.get(key) ?? page.inherited.get(key);
        if (value !== undefined) entries.set(key, value);
      }
      // articles lead through the whole document: they are linked anew
      for (const key of ["Parent", "B"]) entries.delete(key);
      // an array of its own, so that left-out annotations can disappear from it
      const annotations = document.array(entries.get("Annots"));
      if (annotations) entries.set("Annots", annotations);
      const copy = copier.dict(entries);
      const ref = used.has(page.ref.number) ? this.#target.add(copy) : present(copier.ref(page.ref));
      used.add(page.ref.number);
      this.#target.objects.set(ref.number, copy);
      this.#pages.push({ ref, dict: copy, inherited: new PdfDict() });
    }
  }

  #addNames(
    source: AssemblySource,
    selected: ReadonlySet<number>,
    copier: Copier,
    destinationNames: ReadonlyMap<string, string>,
  ): void {
    const { document } = source;
    for (const [key, value] of source.destinationsOf(selected))
      this.#tree("Dests").set(destinationNames.get(key) ?? key, copier.copy(value));
    const names = document.dict(document.catalog.get("Names"));
    for (const kind of NAME_TREES) {
      for (const [key, value] of readNameTree(document, names?.get(kind))) {
        this.#tree(kind).set(this.#namesOf(kind).take(key), copier.copy(value));
      }
    }
  }

  #addOutline(kept: readonly OutlineItem[], first: PdfPage | undefined, copier: Copier, title?: string): void {
    const items = copyItems(kept, copier);
    if (title === undefined || !this.#isJoined) {
      appendAll(this.#outline, items);
      return;
    }
    const entries = new PdfDict([["Title", encodeText(title)]]);
    const firstPage = first && copier.ref(first.ref);
    if (firstPage) entries.set("Dest", [firstPage, name("Fit")]);
    this.#outline.push({ entries, isOpen: true, target: undefined, children: items });
  }

  #writeCatalog(catalog: PdfDict): void {
    const target = this.#target;
    const names = new PdfDict();
    for (const [kind, entries] of this.#names) {
      const tree = writeNameTree(target, entries);
      if (tree) names.set(kind, tree);
    }
    const labels = this.#labels.some(({ own }) => own) ? this.#labels.flatMap((part) => part.labels) : undefined;
    const entries: [string, PdfObject | undefined][] = [
      ["Names", names.size > 0 ? names : undefined],
      ["Outlines", writeOutline(target, this.#outline)],
      ["PageLabels", labels && writePageLabels(target, labels)],
      ["AcroForm", this.#form.write()],
      ["OCProperties", joinLayers(target, this.#layers)],
      ["StructTreeRoot", this.#structure.write()],
      ["Threads", this.#threads.length > 0 ? this.#threads : undefined],
      ["AF", this.#associatedFiles.length > 0 ? this.#associatedFiles : undefined],
    ];
    for (const [key, value] of entries) if (value !== undefined) catalog.set(key, value);
  }

  #namesOf(kind: string): NameAllocator {
    let names = this.#nameAllocator.get(kind);
    if (!names) this.#nameAllocator.set(kind, (names = new NameAllocator((key, number) => `${key}.${number}`, 2)));
    return names;
  }

  #tree(kind: string): Map<string, PdfObject> {
    let tree = this.#names.get(kind);
    if (!tree) this.#names.set(kind, (tree = new Map()));
    return tree;
  }
}

function copyItems(items: readonly OutlineItem[], copier: Copier): OutlineItem[] {
  return items.map((item) => ({
    ...item,
    entries: copier.dict(item.entries),
    children: copyItems(item.children, copier),
  }));
}
