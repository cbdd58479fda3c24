import type { PdfDocument } from "../document.ts";
import { walkTree } from "../metered-walk.ts";
import type { PdfDict, PdfObject } from "../objects.ts";

/** An element of the structure tree (ISO 32000-1, 14.7.2). */
export interface Element {
  readonly object: PdfObject;
  readonly entries: PdfDict;
  /** Its standard type. */
  readonly type: string;
  readonly parent: Element | undefined;
  readonly kids: Element[];
}

const MAX_ROLE_CHAIN_LENGTH = 64;

/** The elements of a structure tree in its order. */
export function readElements(document: PdfDocument, root: PdfDict): Element[] {
  const roles = document.dict(root.get("RoleMap"));
  const standardType = (written: string): string => {
    let type = written;
    for (let hops = 0; hops < MAX_ROLE_CHAIN_LENGTH; hops++) {
      const mapped = document.name(roles?.get(type));
      if (mapped === undefined) return type;
      type = mapped;
    }
    return type;
  };
  const elements: Element[] = [];
  const top: Element | undefined = undefined;
  walkTree<Element | undefined>(document, kidsOf(document, root), top, ({ object, entries, context }) => {
    const written = document.name(entries.get("S"));
    const kind = document.name(entries.get("Type"));
    if (written === undefined || kind === "MCR" || kind === "OBJR") return undefined;
    const element: Element = { object, entries, type: standardType(written), parent: context, kids: [] };
    elements.push(element);
    context?.kids.push(element);
    return { kids: kidsOf(document, entries), context: element };
  });
  return elements;
}

/** What an element holds: elements, and content by number or reference. */
export function kidsOf(document: PdfDocument, entries: PdfDict): PdfObject[] {
  const kids = entries.get("K");
  return document.array(kids) ?? (kids === undefined ? [] : [kids]);
}
