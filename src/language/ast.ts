/**
 * The tree of a parsed template (language "Grammar"). Plain frozen-by-convention objects: a tree is built once per
 * template version, cached, and shared by concurrent renders. `at` is an offset into the source that was parsed.
 */

export type LoopUnit = "foreach" | "tablerow" | "slide" | "sheet" | "column";

export type UnaryOperator = "not" | "minus" | "plus" | "even" | "odd" | "set" | "empty";

export type BinaryOperator =
  | "??"
  | "xor"
  | "or"
  | "and"
  | "=="
  | "!="
  | "==="
  | "!=="
  | "<"
  | "<="
  | ">"
  | ">="
  | "+"
  | "-"
  | "*"
  | "/"
  | "%"
  | "in"
  | "contains"
  | "matches"
  | "even by"
  | "odd by"
  | "div by";

export type Expression =
  | { kind: "literal"; at: number; value: string | number | boolean | null; bare?: boolean }
  | { kind: "variable"; at: number; name: string }
  /** `inBrackets`: written `[key]`, not `.key`. */
  | { kind: "member"; at: number; object: Expression; key: Expression; inBrackets?: boolean }
  /** `$list[i]` inside `{section name=i}`: the section's index (or another of its properties), else the text itself. */
  | { kind: "section-index"; at: number; section: string; property: string }
  | { kind: "loop-property"; at: number; variable: string; property: string }
  | { kind: "special"; at: number; area: SpecialArea; name?: Expression; property?: string }
  | { kind: "unary"; at: number; operator: UnaryOperator; operand: Expression }
  | { kind: "binary"; at: number; operator: BinaryOperator; left: Expression; right: Expression }
  /** `then` is absent for `a ?: b`. */
  | { kind: "conditional"; at: number; test: Expression; then?: Expression; otherwise: Expression }
  | { kind: "call"; at: number; name: string; arguments: Expression[] }
  | { kind: "modifier"; at: number; name: string; operand: Expression; arguments: Expression[] }
  | { kind: "array"; at: number; items: { key?: Expression; value: Expression }[] }
  | { kind: "interpolation"; at: number; parts: Expression[] }
  /** `{tags}` inside a double-quoted string. */
  | { kind: "template"; at: number; nodes: TemplateNode[] };

/** What `$smarty.` gives access to. */
export type SpecialArea = "now" | "foreach" | "section" | "capture" | "ldelim" | "rdelim";

/** Where a loop over a list takes its items from and how it names them. */
export interface LoopSpec {
  from: Expression;
  item: string;
  /** The tag names no item: the unit's own name for it, `item`, is taken. */
  impliedItem?: boolean;
  key?: string;
  name?: string;
}

interface ForSpec {
  variable: string;
  start: Expression;
  to: Expression;
  step?: Expression;
  max?: Expression;
}

interface SectionSpec {
  name: string;
  loop: Expression;
  start?: Expression;
  step?: Expression;
  max?: Expression;
  show?: Expression;
}

export interface CaptureSpec {
  name?: Expression;
  assign?: Expression;
  append?: Expression;
}

/** The place of a tag in its source; `meta` is what a format attached to the tag (run properties, a cell, ...). */
export interface TagSite {
  /** The tag as written, braces included. */
  source: string;
  at: number;
  meta?: unknown;
}

export interface Branch {
  /** Absent on `{else}`. */
  test?: Expression;
  body: TemplateNode[];
  site: TagSite;
}

export type TemplateNode =
  | { kind: "text"; text: string }
  | { kind: "output"; expression: Expression; raw: boolean; site: TagSite }
  | { kind: "assign"; target: Expression; operator: AssignOperator; value: Expression; site: TagSite }
  | { kind: "if"; branches: Branch[]; site: TagSite }
  | { kind: "foreach"; unit: LoopUnit; spec: LoopSpec; body: TemplateNode[]; otherwise?: TemplateNode[]; site: TagSite }
  | { kind: "for"; spec: ForSpec; body: TemplateNode[]; otherwise?: TemplateNode[]; site: TagSite }
  | { kind: "section"; spec: SectionSpec; body: TemplateNode[]; otherwise?: TemplateNode[]; site: TagSite }
  | { kind: "capture"; spec: CaptureSpec; body: TemplateNode[]; site: TagSite }
  | { kind: "html"; body: TemplateNode[]; site: TagSite }
  | { kind: "group"; body: TemplateNode[] }
  /** Versions of the same content, for old readers and new ones: all are printed, each as if it were the only one. */
  | { kind: "alternatives"; versions: TemplateNode[][] }
  | { kind: "function"; name: string; named: Record<string, Expression>; positional: Expression[]; site: TagSite }
  | { kind: "break" | "continue"; levels: number; site: TagSite };

export type AssignOperator = "=" | "+" | "-" | "*" | "/" | ".";

/** One tag, parsed: what it is decides how `assembleTemplate` (or a format's own pairing) treats it. */
export type Tag =
  | { role: "comment"; at: number; source: string }
  | { role: "output"; at: number; source: string; expression: Expression; raw: boolean }
  | {
      role: "assign";
      at: number;
      source: string;
      target: Expression;
      operator: AssignOperator;
      value: Expression;
    }
  | { role: "open"; at: number; source: string; name: BlockName; block: BlockSpec }
  | { role: "middle"; at: number; source: string; name: MiddleName; test?: Expression }
  /** `name` is empty for `{/}`, which closes whatever is open. */
  | { role: "close"; at: number; source: string; name: string }
  | {
      role: "function";
      at: number;
      source: string;
      name: string;
      named: Record<string, Expression>;
      positional: Expression[];
    }
  | { role: "break" | "continue"; at: number; source: string; levels: number };

export type BlockName = "if" | LoopUnit | "section" | "for" | "capture" | "strip" | "html" | "alternatives";
export type MiddleName = "else" | "elseif" | "foreachelse" | "sectionelse" | "forelse";

/** What a block's opening tag says; `broken` stands for an opening tag whose text was wrong, so that its end still pairs. */
export type BlockSpec =
  | { kind: "if"; test: Expression }
  | { kind: "loop"; unit: LoopUnit; spec: LoopSpec }
  | { kind: "slide-if"; test: Expression }
  | { kind: "for"; spec: ForSpec }
  | { kind: "section"; spec: SectionSpec }
  | { kind: "capture"; spec: CaptureSpec }
  | { kind: "strip" }
  | { kind: "html" }
  /** Made by formats, with {else} between: versions of one content, which is evaluated once. */
  | { kind: "alternatives" }
  | { kind: "broken" };
