import { appendAll } from "../../domain/collections/long-lists.ts";
import type { PdfDict, PdfObject } from "../objects.ts";
import type { Check, Place } from "./findings.ts";
import type { InspectedDocument } from "./inspected-document.ts";

export interface Action {
  readonly inspected: InspectedDocument;
  readonly entries: PdfDict;
}

const ACTION_CHECKS: readonly Check<Action>[] = [
  {
    pdfA: "6.5.1",
    check({ inspected, entries }) {
      const kind = inspected.name(entries.get("S"));
      return kind !== undefined && /^(?:GoTo|GoToR|GoToE|Thread|URI|Named|SubmitForm)$/.test(kind)
        ? undefined
        : `Actions of the type ${kind ?? "none"} are not allowed.`;
    },
  },
  {
    pdfA: "6.5.1",
    check({ inspected, entries }) {
      if (inspected.name(entries.get("S")) !== "Named") return undefined;
      const name = inspected.name(entries.get("N"));
      return name !== undefined && /^(?:NextPage|PrevPage|FirstPage|LastPage)$/.test(name)
        ? undefined
        : `The named action ${name ?? "none"} is not allowed.`;
    },
  },
  {
    pdfUa: "7.18.6.2",
    check({ inspected, entries }) {
      const clip = inspected.dict(inspected.dict(entries.get("R"))?.get("C"));
      if (!clip || inspected.name(entries.get("S")) !== "Rendition") return undefined;
      if (!clip.has("CT")) return "A media clip does not state its type (CT).";
      const alternatives = inspected.array(clip.get("Alt"));
      const isRight =
        alternatives !== undefined &&
        alternatives.length > 0 &&
        alternatives.length % 2 === 0 &&
        alternatives.every((text, index) => index % 2 === 0 || (inspected.text(text) ?? "") !== "");
      return isRight ? undefined : "A media clip has no alternative text (Alt).";
    },
  },
];

/** Checks an action that was found there, and those that follow it. */
export type Follow = (object: PdfObject | undefined, place: Place) => void;

export function inspectAction(
  inspected: InspectedDocument,
  first: PdfObject | undefined,
  place: Place,
  seen: Set<PdfDict>,
): void {
  const pending = [first];
  for (let object = pending.pop(); object !== undefined; object = pending.pop()) {
    inspected.document.work.charge("object");
    const entries = inspected.dict(object);
    if (!entries || seen.has(entries)) continue;
    seen.add(entries);
    inspected.check(
      ACTION_CHECKS,
      { inspected, entries },
      { ...place, object: inspected.numberOf(object) ?? place.object },
    );
    const next = entries.get("Next");
    appendAll(pending, inspected.array(next) ?? (next === undefined ? [] : [next]));
  }
}

export function additionalActions(inspected: InspectedDocument, owner: PdfDict, place: Place, action: Follow): void {
  for (const object of inspected.dict(owner.get("AA"))?.values() ?? []) action(object, place);
}
