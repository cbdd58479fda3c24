import { present } from "../domain/present.ts";
import type { AssemblyToken } from "./assembly-token.ts";
import type { BlockSpec, Branch, Tag, TagSite, TemplateNode } from "./ast.ts";
import { stripText } from "./strip-text.ts";
import { nearestWord, SyntaxProblem, shortenTag } from "./template-error.ts";

export interface Assembly {
  nodes: TemplateNode[];
  problems: SyntaxProblem[];
}

export interface AssemblyOptions {
  /** Keep the newline after block, assign and comment tags: in formats whose text is markup. */
  keepNewlines?: boolean;
}

const MAX_NESTING = 100;
/** Texts that look like tags and are remembered. */
const MAX_LOOKALIKES = 200;
const LOOKALIKE = /\{\s*([a-z]\w{1,30})(?:\s[^{}]{0,200})?\}/gi;

interface OpenBlock {
  tag: Tag & { role: "open" };
  /** Where nodes go now: the body, a branch's body or the else part. */
  nodes: TemplateNode[];
  middle(tag: Tag & { role: "middle" }, site: TagSite): TemplateNode[] | undefined;
}

/** Pairs opening, middle and closing tags into a tree (language "Grammar"); never throws. */
export function assembleTemplate(tokens: readonly AssemblyToken[], options: AssemblyOptions = {}): Assembly {
  const assembler = new Assembler();
  const prepared = options.keepNewlines ? tokens : dropNewlines(stripText(withoutComments(tokens)));
  for (const token of prepared) {
    if (token.kind === "text") assembler.text(token.text);
    else assembler.tag(token.tag, token.meta);
  }
  return assembler.finish();
}

class Assembler {
  readonly #root: TemplateNode[] = [];
  readonly #stack: OpenBlock[] = [];
  readonly #problems: SyntaxProblem[] = [];
  #nodes: TemplateNode[] = this.#root;
  /** What looks like a tag and is text, by its word: an opening tag with a slip in it leaves its closing tag alone. */
  readonly #lookalikes = new Map<string, string>();

  text(text: string): void {
    if (!text) return;
    this.#nodes.push({ kind: "text", text });
    if (this.#lookalikes.size < MAX_LOOKALIKES) this.#noteLookalikes(text);
  }

  #noteLookalikes(text: string): void {
    for (const [source, word = ""] of text.matchAll(LOOKALIKE)) this.#lookalikes.set(word.toLowerCase(), source);
  }

  /** The text before a closing tag that was meant to open it: `{forech $Items as $item}`. */
  #misspelt(name: string): string | undefined {
    const meant = [...this.#lookalikes].find(([word]) => nearestWord(word, [name]) === name);
    return meant && shortenTag(meant[1]);
  }

  tag(tag: Tag, meta: unknown): void {
    const site: TagSite =
      meta === undefined ? { source: tag.source, at: tag.at } : { source: tag.source, at: tag.at, meta };
    switch (tag.role) {
      case "comment":
        return;
      case "output":
        this.#nodes.push({ kind: "output", expression: tag.expression, raw: tag.raw, site });
        return;
      case "assign":
        this.#nodes.push({ kind: "assign", target: tag.target, operator: tag.operator, value: tag.value, site });
        return;
      case "function":
        this.#nodes.push({ kind: "function", name: tag.name, named: tag.named, positional: tag.positional, site });
        return;
      case "break":
      case "continue":
        this.#jump(tag, site);
        return;
      case "open":
        this.#open(tag, site);
        return;
      case "middle":
        this.#middle(tag, site);
        return;
      case "close":
        this.#close(tag);
    }
  }

  finish(): Assembly {
    for (const block of this.#stack) {
      const { tag } = block;
      this.#problems.push(
        new SyntaxProblem("unclosed_block", `{${tag.name}} is never closed`, tag.at, {
          expected: `\`{/${tag.name}}\``,
        }),
      );
    }
    return { nodes: this.#root, problems: this.#problems };
  }

  #jump(tag: Tag & { role: "break" | "continue" }, site: TagSite): void {
    const loops = this.#stack.filter((block) => isLoop(block.tag.block)).length;
    if (loops < tag.levels) {
      this.#problems.push(
        new SyntaxProblem(
          "unexpected_middle",
          `{${tag.role}} is outside ${tag.levels > 1 ? "that many loops" : "a loop"}`,
          tag.at,
        ),
      );
    }
    this.#nodes.push({ kind: tag.role, levels: tag.levels, site });
  }

  #open(tag: Tag & { role: "open" }, site: TagSite): void {
    if (this.#stack.length >= MAX_NESTING) {
      if (this.#stack.length === MAX_NESTING) {
        this.#problems.push(new SyntaxProblem("too_deep", `Blocks are nested more than ${MAX_NESTING} deep`, tag.at));
      }
      this.#stack.push({ tag, nodes: this.#nodes, middle: () => this.#nodes });
      return;
    }
    const body: TemplateNode[] = [];
    this.#stack.push({ tag, nodes: this.#nodes, middle: openNode(tag.block, body, site, this.#nodes) });
    this.#nodes = body;
  }

  #middle(tag: Tag & { role: "middle" }, site: TagSite): void {
    const top = this.#stack.at(-1);
    const next = top?.middle(tag, site);
    if (next) {
      this.#nodes = next;
      return;
    }
    const open = tag.name === "else" ? "{if} or loop" : tag.name === "elseif" ? "{if}" : "loop";
    const message = top
      ? `{${tag.name}} does not belong in {${top.tag.name}}: it needs an open ${open}`
      : `{${tag.name}} belongs in an open ${open}, and none is open here`;
    this.#problems.push(new SyntaxProblem("unexpected_middle", message, tag.at));
  }

  #close(tag: Tag & { role: "close" }): void {
    const top = this.#stack.at(-1);
    if (top && (tag.name === "" || tag.name === top.tag.name)) {
      this.#pop();
      return;
    }
    // An inner block that was forgotten is reported once; its closing tag closes what it names.
    const match = this.#stack.findLastIndex((block) => block.tag.name === tag.name);
    if (match < 0) {
      const misspelt = this.#misspelt(tag.name);
      const message = misspelt
        ? `{/${tag.name}} closes nothing: ${misspelt} before it is not a tag, write {${tag.name} there`
        : top
          ? `{/${tag.name}} closes nothing: {${top.tag.name}} is open`
          : `{/${tag.name}} closes nothing: no {${tag.name}} is open here`;
      const expected = top && !misspelt ? `\`{/${top.tag.name}}\`` : undefined;
      this.#problems.push(new SyntaxProblem("unexpected_close", message, tag.at, { expected }));
      return;
    }
    while (this.#stack.length > match + 1) {
      const inner = present(this.#stack.at(-1)).tag;
      this.#problems.push(
        new SyntaxProblem("unclosed_block", `{${inner.name}} is not closed before {/${tag.name}}`, inner.at, {
          expected: `\`{/${inner.name}}\``,
        }),
      );
      this.#pop();
    }
    this.#pop();
  }

  #pop(): void {
    this.#nodes = present(this.#stack.pop()).nodes;
  }
}

type Middle = OpenBlock["middle"];

/** Adds the node of a block to `parent` and returns what its middle tags do. */
function openNode(block: BlockSpec, body: TemplateNode[], site: TagSite, parent: TemplateNode[]): Middle {
  switch (block.kind) {
    case "if":
      return openBranches([{ test: block.test, body, site }], site, parent);
    case "slide-if":
      return openBranches([{ test: block.test, body, site }], site, parent);
    case "loop":
      return openLoop({ kind: "foreach", unit: block.unit, spec: block.spec, body, site }, parent);
    case "for":
      return openLoop({ kind: "for", spec: block.spec, body, site }, parent);
    case "section":
      return openLoop({ kind: "section", spec: block.spec, body, site }, parent);
    case "capture":
      parent.push({ kind: "capture", spec: block.spec, body, site });
      return () => undefined;
    case "html":
      parent.push({ kind: "html", body, site });
      return () => undefined;
    case "strip":
      parent.push({ kind: "group", body });
      return () => undefined;
    case "alternatives": {
      const versions = [body];
      parent.push({ kind: "alternatives", versions });
      return () => {
        const version: TemplateNode[] = [];
        versions.push(version);
        return version;
      };
    }
    case "broken":
      return () => body;
  }
}

function openBranches(branches: Branch[], site: TagSite, parent: TemplateNode[]): Middle {
  parent.push({ kind: "if", branches, site });
  return (tag, middleSite) => {
    const closed = branches.at(-1)?.test === undefined;
    if (closed || (tag.name !== "else" && tag.name !== "elseif")) return undefined;
    const body: TemplateNode[] = [];
    branches.push({ test: tag.test, body, site: middleSite });
    return body;
  };
}

type LoopNode = Extract<TemplateNode, { kind: "foreach" | "for" | "section" }>;

function openLoop(node: LoopNode, parent: TemplateNode[]): Middle {
  parent.push(node);
  return (tag) => {
    if (tag.name === "elseif" || node.otherwise) return undefined;
    node.otherwise = [];
    return node.otherwise;
  };
}

function isLoop(block: BlockSpec): boolean {
  return block.kind === "loop" || block.kind === "for" || block.kind === "section" || block.kind === "broken";
}

/** Comments vanish with the newline after them, and the texts around one are one text. */
function withoutComments(tokens: readonly AssemblyToken[]): AssemblyToken[] {
  const out: AssemblyToken[] = [];
  let afterComment = false;
  for (const token of tokens) {
    if (token.kind === "tag") {
      afterComment = token.tag.role === "comment";
      if (!afterComment) out.push(token);
      continue;
    }
    const text = afterComment ? token.text.replace(/^\r?\n/, "") : token.text;
    afterComment = false;
    if (text !== "") out.push({ ...token, text });
  }
  return out;
}

/**
 * A newline directly after a block or assign tag is dropped; after a printing tag it stays.
 */
function dropNewlines(tokens: readonly AssemblyToken[]): AssemblyToken[] {
  let drops = false;
  return tokens.map((token) => {
    if (token.kind === "tag") {
      // {strip} itself leaves no trace.
      const isStrip = (token.tag.role === "open" || token.tag.role === "close") && token.tag.name === "strip";
      if (!isStrip) drops = dropsNewline(token.tag);
      return token;
    }
    if (!drops || token.text === "") return token;
    drops = false;
    const text = token.text.replace(/^\r?\n/, "");
    return text === token.text ? token : { ...token, text };
  });
}

function dropsNewline(tag: Tag): boolean {
  switch (tag.role) {
    case "output":
    case "function":
      return false;
    case "open":
    case "close":
      return tag.name !== "html";
    default:
      return true;
  }
}
