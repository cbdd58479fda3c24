import { present } from "../../domain/present.ts";
import { assembleTemplate } from "../../language/assemble.ts";
import type { AssemblyToken } from "../../language/assembly-token.ts";
import { buildMarkup } from "../ooxml/build-markup.ts";
import type { PartTokens } from "../ooxml/compiled-package.ts";
import { DIAGRAM_DRAWING } from "../ooxml/diagram-drawing.ts";
import { withDrawingAsVersion } from "../ooxml/diagram-parts.ts";
import { MARK_END, MARK_START } from "../ooxml/guards.ts";
import { dependsOnIteration, ownNames } from "../ooxml/iteration-dependence.ts";
import type { OfficePackage } from "../ooxml/office-package.ts";
import { PART_GUARD, type RepeatedPart } from "../ooxml/repeated-parts.ts";
import type { TagRegister } from "../ooxml/tag-register.ts";
import { TokenWriter } from "../ooxml/token-writer.ts";
import type { WriterContext } from "../ooxml/writer-context.ts";
import type { BoundPart } from "./bound-part.ts";

/** Parts are written once for each place that shows them; a template with more of that is refused. */
const MAX_REPEATED_TOKENS = 400_000;

/** The text of a part without that of notes and other parts, which is written within it and names ids of theirs. */
function ownText(text: string): string {
  let own = "";
  let depth = 0;
  let outside = 0;
  for (const mark of text.matchAll(MARKS)) {
    const [whole] = mark;
    if (whole === MARK_END && depth > 0) depth--;
    else if (whole !== MARK_END && (depth > 0 || MOVED.test(whole))) {
      if (depth++ === 0) own += text.slice(outside, mark.index);
    } else continue;
    outside = mark.index + whole.length;
  }
  return depth > 0 ? own : own + text.slice(outside);
}

const MARKS = new RegExp(`${MARK_START}[^]|${MARK_END}`, "g");
/** Guards of notes and of parts. */
const MOVED = new RegExp(`[fem${PART_GUARD}]$`);

/** How the writer of a part sees it; `owner` is the part that shows it. */
export type ContextOf = (part: BoundPart, owner?: string) => WriterContext;

/**
 * Parts that the content of loops leads to, such as headers of sections and charts: those that hold something of the
 * turn are written with it, those that are the same at every turn stay one.
 */
export class RepeatedContent {
  readonly #tokens = new Map<string, readonly AssemblyToken[]>();
  readonly #dependent = new Map<string, boolean>();
  /** Parts that are being written: none of them is written within itself. */
  readonly #open = new Set<string>();
  readonly #repeated = new Set<string>();
  #names: ReadonlySet<string> | undefined;
  #written = 0;

  readonly #bound: ReadonlyMap<string, BoundPart>;
  readonly #source: OfficePackage;
  readonly #register: TagRegister;
  readonly #contextOf: ContextOf;

  constructor(
    bound: ReadonlyMap<string, BoundPart>,
    source: OfficePackage,
    register: TagRegister,
    contextOf: ContextOf,
  ) {
    this.#bound = bound;
    this.#source = source;
    this.#register = register;
    this.#contextOf = contextOf;
  }

  /** The part that a relationship of `owner` leads to, if it is written anew with each turn. */
  of(owner: string, id: string): RepeatedPart | undefined {
    const relationships = this.#source.relationshipsOf(owner);
    const relationship = relationships.byId(id);
    const template = relationship && relationships.targetPart(relationship);
    if (!relationship || template === undefined) return undefined;
    if (this.#open.has(template) || !this.#dependsOnIteration(template)) return undefined;
    const part = this.#bound.get(template) ?? this.#plainPart(template);
    this.#repeated.add(part.part);
    return { template: part.part, tokens: this.#contentOf(part, owner), owner, type: relationship.type };
  }

  /** The parts that are written on their own: those that something outside of loops leads to, too. */
  withoutRepeated(parts: readonly PartTokens[]): PartTokens[] {
    if (this.#repeated.size === 0) return [...parts];
    const written = new Map(parts.map(({ part, tokens }) => [part, tokens]));
    const textOf = (part: string) => {
      const tokens = written.get(part);
      return tokens && ownText(tokens.map((token) => (token.kind === "text" ? token.text : "")).join(""));
    };
    const reached = new Set([""]);
    for (const owner of reached) {
      const relationships = this.#source.relationshipsOf(owner);
      const text = textOf(owner);
      const isNamed = (id: string): boolean => text?.includes(`"${id}"`) !== false;
      const data = relationships.ofType("diagramData").filter(({ id }) => isNamed(id));
      const isDrawn = (id: string): boolean =>
        data.some((item) => textOf(relationships.targetPart(item) ?? "")?.includes(`"${id}"`) !== false);
      for (const { id, type, ...item } of relationships.all()) {
        const target = relationships.targetPart({ id, type, ...item });
        if (target === undefined) continue;
        const isLed = !this.#repeated.has(target) || (DIAGRAM_DRAWING.test(type) ? isDrawn(id) : isNamed(id));
        if (isLed) reached.add(target);
      }
    }
    return parts.filter(({ part }) => reached.has(part) || !this.#repeated.has(part));
  }

  #contentOf(part: BoundPart, owner: string): readonly AssemblyToken[] {
    const key = `${owner}\n${part.part}`;
    let tokens = this.#tokens.get(key);
    if (!tokens) {
      this.#open.add(part.part);
      const { before, root, after } = part.markup;
      const written = new TokenWriter(this.#contextOf(part, owner)).repeated(root);
      tokens = withDrawingAsVersion([{ kind: "text", text: before }, ...written, { kind: "text", text: after }]);
      this.#open.delete(part.part);
      this.#tokens.set(key, tokens);
    }
    this.#written += tokens.length;
    if (this.#written <= MAX_REPEATED_TOKENS) return tokens;
    const tag = tokens.find((token) => token.kind === "tag");
    if (tag?.kind === "tag" && this.#register.errors.length === 0)
      this.#register.refuse(tag.tag, `The part ${part.part} is shown at too many places that loops repeat`);
    return [];
  }

  #dependsOnIteration(part: string): boolean {
    const known = this.#dependent.get(part);
    if (known !== undefined) return known;
    // Parts that lead back to this one are answered by the others; nothing repeats the document as a whole.
    this.#dependent.set(part, false);
    if (part === this.#source.mainPart() || !/\.xml$/i.test(part) || !this.#source.zip.has(part)) return false;
    const bound = this.#bound.get(part);
    const relationships = this.#source.relationshipsOf(part);
    const depends =
      (bound && dependsOnIteration(this.#nodesOf(bound), this.#ownNames())) ||
      relationships.all().some((item) => {
        const target = relationships.targetPart(item);
        return target !== undefined && this.#dependsOnIteration(target);
      });
    this.#dependent.set(part, depends);
    return depends;
  }

  #ownNames(): ReadonlySet<string> {
    this.#names ??= ownNames([...this.#bound.values()].flatMap((part) => this.#nodesOf(part)));
    return this.#names;
  }

  /** A part without tags that leads to one with some. */
  #plainPart(part: string): BoundPart {
    const markup = buildMarkup(present(this.#source.text(part)), /(?!)/g);
    return { part, markup, links: new Map(), hasChartData: false };
  }

  /** The program of a part on its own. */
  #nodesOf(part: BoundPart) {
    const context = { ...this.#contextOf(part), noteContent: undefined, repeatedPart: undefined };
    return assembleTemplate(new TokenWriter({ ...context, repeatedDrawing: undefined }).part(part.markup), {
      keepNewlines: true,
    }).nodes;
  }

  /** The drawing of a diagram whose data `part` are: `id` is of a relationship of what shows it. */
  drawingOf(owner: string | undefined, id: string): RepeatedPart | undefined {
    if (owner === undefined) return undefined;
    const type = this.#source.relationshipsOf(owner).byId(id)?.type;
    return type !== undefined && DIAGRAM_DRAWING.test(type) ? this.of(owner, id) : undefined;
  }
}
