import type { TemplateWarning } from "../../domain/template-warning.ts";
import type { LoopUnit, TemplateNode } from "../../language/ast.ts";
import type { MergeField } from "../../language/field-tree.ts";
import { type Finding, sentence } from "../../language/lint/finding.ts";
import { lintNodes, NO_FIELDS } from "../../language/lint/lint-nodes.ts";
import { lintText, MAX_FINDINGS } from "../../language/lint/lint-text.ts";
import { elsewhereInstead } from "../../language/lint/loop-units.ts";
import { withoutSuspicious } from "../../language/lint/suspicious.ts";
import { textAround } from "../../language/lint/text-around.ts";
import type { SourceToken } from "../../language/scan.ts";
import type { TagPlace } from "./tag-place.ts";

/** A finding whose offsets are those of `text`. */
interface PlacedFinding extends Finding {
  text: string;
  place: TagPlace;
  /** The register's offset at this point of the package: findings are listed in the order of the text. */
  order: number;
}

/** A tag that the register knows, by its offset. */
export interface KnownTag {
  at: number;
  source: string;
  text: string;
  place: TagPlace;
}

/** What the linter looks for in markup beside tags; texts that contain one of these are read to their ends. */
export const LINTED = "|\\[|&lt;|(?:Table|Range|Group)(?:Start|End):";

/** Gathers what the linter finds in the texts of a package while they are read. */
export class TagLint {
  readonly #findings: PlacedFinding[] = [];
  readonly #units: ReadonlySet<LoopUnit>;

  /** @param units what the format repeats besides text */
  constructor(...units: readonly LoopUnit[]) {
    this.#units = new Set(units);
  }

  /** Looks at a text that was cut into its tags. */
  text(text: string, tokens: readonly SourceToken[], place: TagPlace, order: number): void {
    if (this.#findings.length >= MAX_FINDINGS) return;
    for (const finding of lintText(tokens)) this.add(finding, text, place, order);
  }

  /** A finding of the format itself. */
  add(finding: Finding, text: string, place: TagPlace, order: number): void {
    if (this.#findings.length < MAX_FINDINGS) this.#findings.push({ ...finding, text, place, order });
  }

  /** Why a block is never closed: its end is misspelt, or its loop belongs to another format. */
  whyUnclosed(expected: string): string | undefined {
    const finding = this.#findings.find(({ code, remedy }) => code === "near_miss_tag" && remedy.includes(expected));
    return finding
      ? `\`${finding.text.slice(finding.at, finding.end)}\` is not a tag`
      : elsewhereInstead(expected, this.#units);
  }

  /** All warnings of a package, once its program exists; `inReads` are those about its reads of fields. */
  warnings(
    nodes: readonly TemplateNode[],
    fields: readonly MergeField[],
    hasTags: boolean,
    tagAt: (offset: number) => KnownTag | undefined,
    inReads: readonly Finding[],
  ): TemplateWarning[] {
    const inTags = [...lintNodes(nodes, this.#units), ...inReads].flatMap((finding): PlacedFinding[] => {
      const tag = tagAt(finding.at);
      if (!tag) return [];
      const at = Math.max(0, tag.text.indexOf(tag.source));
      return [{ ...finding, at, end: at + tag.source.length, text: tag.text, place: tag.place, order: tag.at }];
    });
    const all = [...this.#findings, ...inTags].sort((a, b) => a.order - b.order || a.at - b.at);
    const kept = new Set<Finding>(withoutSuspicious(all, fields));
    const allWarnings = all.filter((finding) => kept.has(finding)).map(warningOf);
    if (!hasTags && fields.length === 0)
      allWarnings.push(warningOf({ ...NO_FIELDS, text: "", place: { part: "", where: () => "" }, order: 0 }));
    return withoutRepeats(allWarnings).slice(0, MAX_FINDINGS);
  }
}

function warningOf({ code, at, end, text, place, message, remedy }: PlacedFinding): TemplateWarning {
  const { part, where } = place;
  return {
    code,
    part,
    place: where() || part,
    text: textAround(text, at, end),
    message: sentence(message),
    remedy,
  };
}

/** Word keeps a text box twice, for old and new programs; a text may be read for more than one purpose. */
function withoutRepeats(warnings: readonly TemplateWarning[]): TemplateWarning[] {
  const seen = new Set<string>();
  return warnings.filter(({ place, message, text }) => {
    const key = `${place}\0${message}\0${text}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
