import type { Branch, Expression, LoopSpec, TagSite, TemplateNode } from "./ast.ts";
import { childExpressions } from "./compile/child-expressions.ts";
import { loopNames } from "./compile/compile-loops.ts";
import { EACH, eachOf, type FieldPath, isDataPath, NameScope, pathOf, rootName } from "./field-paths.ts";
import { FieldNode, type FieldUse, type MergeField, type ReadingTag } from "./field-tree.ts";
import type { TypeHint } from "./modifiers/modifier.ts";
import { findModifier } from "./modifiers/registry.ts";
import type { Template } from "./template.ts";

const AROUND = 40;

/**
 * The fields that templates read, in the order of the text: loop items resolved to members of their lists, names the
 * template assigns or captures left out, types guessed from use.
 */
export function listFields(templates: Template | readonly Template[]): MergeField[] {
  return fieldsOfTree(fieldTree(templates));
}

/** The tree behind `listFields`, with the places where fields are printed. */
export function fieldTree(templates: Template | readonly Template[]): FieldNode {
  const root = new FieldNode("");
  const list: readonly Template[] = "nodes" in templates ? [templates] : templates;
  for (const template of list) new FieldLister(root, template).nodes(template.nodes);
  return root;
}

/** The fields of a tree, in the order of the text. */
export function fieldsOfTree(root: FieldNode): MergeField[] {
  return [...root.members.values()].map((node) => node.toField());
}

/** Modifiers whose first argument names a member of each row. */
const MEMBER_MODIFIERS: ReadonlyMap<string, FieldUse> = new Map([
  ["sum", "number"],
  ["avg", "number"],
  ["sort", "text"],
  ["where", "text"],
  ["group_by", "text"],
  ["pluck", "text"],
  ["unique", "text"],
  ["array_column", "text"],
]);

const HINT_USES: Readonly<Record<TypeHint, FieldUse>> = {
  text: "text",
  number: "number",
  date: "date",
  list: "looped",
  boolean: "boolean",
};

/** Attributes of tags that say what their value is. */
const ATTRIBUTE_USES: Readonly<Record<string, Readonly<Record<string, FieldUse>>>> = {
  image: { src: "image", width: "number", height: "number" },
  checkbox: { value: "boolean" },
};

function reads(expression: Expression, name: string): boolean {
  if (expression.kind === "variable") return expression.name === name;
  return childExpressions(expression).some((child) => reads(child, name));
}

class FieldLister {
  readonly #scope = new NameScope();
  private site: TagSite | undefined;
  /** Loops around. */
  #loops = 0;
  /** Conditions around: what is read only where one holds need not be there. */
  #conditions = 0;

  private readonly root: FieldNode;
  private readonly template: Template;

  constructor(root: FieldNode, template: Template) {
    this.root = root;
    this.template = template;
  }

  nodes(nodes: readonly TemplateNode[]): void {
    for (const node of nodes) this.node(node);
  }

  private node(node: TemplateNode): void {
    if (node.kind !== "text" && node.kind !== "group" && node.kind !== "alternatives") this.site = node.site;
    switch (node.kind) {
      case "text":
      case "break":
      case "continue":
        return;
      case "output":
        this.expression(node.expression, "printed");
        this.#print(node.expression, node.site);
        return;
      case "assign": {
        if (node.operator !== "=") this.expression(node.target, "number");
        this.expression(node.value, "text");
        this.#growth(node.target, node.operator === "=" ? node.value : undefined);
        const alias = node.operator === "=" && node.target.kind === "variable" ? pathOf(node.value, this.#scope) : null;
        this.#scope.bind(rootName(node.target) ?? "", alias);
        return;
      }
      case "if":
        this.branches(node.branches);
        return;
      case "foreach":
        this.loop(node.spec, node.body);
        this.nodes(node.otherwise ?? []);
        return;
      case "for":
        this.#all([node.spec.start, node.spec.to, node.spec.step, node.spec.max], "number");
        this.root.loopTags.set(node.spec.variable, node.site.source);
        this.#scope.within(new Map([[node.spec.variable, null]]), () => this.nodes(node.body));
        this.nodes(node.otherwise ?? []);
        return;
      case "section":
        this.expression(node.spec.loop, "looped");
        this.#all([node.spec.start, node.spec.step, node.spec.max, node.spec.show], "number");
        this.#scope.openSection(node.spec.name);
        this.nodes(node.body);
        this.nodes(node.otherwise ?? []);
        return;
      case "capture":
        this.#all([node.spec.name], "text");
        this.nodes(node.body);
        this.#bindNames(node.spec.assign, node.spec.append);
        return;
      case "html":
      case "group":
        this.nodes(node.body);
        return;
      case "alternatives":
        for (const version of node.versions) this.nodes(version);
        return;
      case "function":
        for (const [name, value] of Object.entries(node.named)) {
          const use = node.name === "math" && name !== "equation" ? "number" : ATTRIBUTE_USES[node.name]?.[name];
          if (name !== "assign") this.expression(value, use ?? "printed");
        }
        this.#bindNames(node.named.assign);
    }
  }

  #print(expression: Expression, site: TagSite): void {
    if (expression.kind !== "variable" && expression.kind !== "member") return;
    const path = pathOf(expression, this.#scope);
    if (path && path.length > 0 && isDataPath(path))
      this.root.at(path).addPrint({ site, part: this.template.part ?? "" });
  }

  #bindNames(...targets: (Expression | undefined)[]): void {
    for (const target of targets) {
      if (target?.kind === "literal") this.#scope.bind(String(target.value), null);
      else if (target?.kind === "variable") this.#scope.bind(target.name, null);
    }
  }

  private loop(spec: LoopSpec, body: readonly TemplateNode[]): void {
    this.expression(spec.from, "looped");
    const path = pathOf(spec.from, this.#scope);
    const tag = this.tag();
    for (const name of [spec.item, spec.key])
      if (name !== undefined && tag) this.root.loopTags.set(name, tag.site.source);
    if (tag && path && path.length > 0 && isDataPath(path)) this.root.at(path).addLoop(tag);
    this.#loops++;
    this.#scope.within(loopNames(spec, this.#scope), () => this.nodes(body));
    this.#loops--;
  }

  /**
   * `{$total = $total + 1}` in a loop, where no tag before has set it.
   * @param sum undefined for `{$total += 1}`; other values, such as `$name|upper`, add nothing up
   */
  #growth(target: Expression, sum: Expression | undefined): void {
    if (target.kind !== "variable" || this.#loops === 0 || this.#scope.isBound(target.name)) return;
    if (sum && !(sum.kind === "binary" && sum.operator === "+" && reads(sum, target.name))) return;
    this.root.at([target.name]).grows ??= this.tag();
  }

  private branches(branches: readonly Branch[]): void {
    this.#conditions++;
    for (const branch of branches) {
      if (branch.test) {
        this.site = branch.site;
        this.expression(branch.test, "tested");
      }
      this.nodes(branch.body);
    }
    this.#conditions--;
  }

  #all(expressions: readonly (Expression | undefined)[], use: FieldUse): void {
    for (const expression of expressions) if (expression) this.expression(expression, use);
  }

  private expression(expression: Expression, use: FieldUse, optional = false): void {
    switch (expression.kind) {
      case "variable":
        this.#read(pathOf(expression, this.#scope), use, optional);
        return;
      case "member":
        this.#member(expression, use, optional);
        return;
      case "modifier":
        this.#modifier(expression, use, optional);
        return;
      case "binary":
        this.#binary(expression, use, optional);
        return;
      case "unary": {
        const numeric = ["minus", "plus", "even", "odd"].includes(expression.operator);
        const tested = expression.operator === "set" || expression.operator === "empty";
        this.expression(expression.operand, numeric ? "number" : "tested", optional || tested);
        return;
      }
      case "conditional":
        this.expression(expression.test, expression.then ? "tested" : use, true);
        if (expression.then) this.expression(expression.then, use, true);
        this.expression(expression.otherwise, use, true);
        return;
      case "call":
        this.#call(expression, optional);
        return;
      case "template":
        this.nodes(expression.nodes);
        return;
      case "loop-property": {
        const tag = this.tag();
        if (tag && !this.#scope.isBound(expression.variable))
          this.root.loopReads.push({ name: expression.variable, tag });
        return;
      }
      default:
        for (const child of childExpressions(expression)) this.expression(child, "text", optional);
    }
  }

  #member(expression: Expression & { kind: "member" }, use: FieldUse, optional: boolean): void {
    const path = pathOf(expression, this.#scope);
    if (path) this.#read(path, use, optional);
    else this.expression(expression.object, "text", optional);
    for (let step: Expression = expression; step.kind === "member"; step = step.object) {
      const { key } = step;
      if (key.kind !== "literal" && key.kind !== "section-index") this.expression(key, "text", optional);
    }
  }

  #modifier(expression: Expression & { kind: "modifier" }, use: FieldUse, optional: boolean): void {
    const { name, operand } = expression;
    const [first] = expression.arguments;
    if (name === "default" && first?.kind === "literal") this.#setFallback(operand, first.value);
    if (name === "is_array") this.#probe(operand);
    const hint = findModifier(name)?.hint;
    const isTest = name === "isset" || name === "empty";
    const operandUse = hint ? HINT_USES[hint] : isTest ? "tested" : use;
    // `count` and the like of a text are rare; of a list they make one.
    this.expression(operand, operandUse, optional || isTest || name === "default" || name === "yesno");
    const memberUse = MEMBER_MODIFIERS.get(name);
    const list = memberUse && first?.kind === "literal" ? pathOf(operand, this.#scope) : null;
    if (memberUse && list && first?.kind === "literal") {
      this.#read([...eachOf(list), ...String(first.value).split(".")], memberUse, false);
    }
    for (const argument of expression.arguments) this.expression(argument, "text", true);
  }

  #call(expression: Expression & { kind: "call" }, optional: boolean): void {
    const isTest = expression.name === "isset" || expression.name === "empty";
    const [first] = expression.arguments;
    if (first && expression.name === "is_array") this.#probe(first);
    const hint = findModifier(expression.name)?.hint;
    expression.arguments.forEach((argument, index) => {
      const use = index === 0 && hint ? HINT_USES[hint] : isTest ? "tested" : "text";
      this.expression(argument, use, optional || isTest);
    });
  }

  #binary(expression: Expression & { kind: "binary" }, use: FieldUse, optional: boolean): void {
    const { operator, left, right } = expression;
    switch (operator) {
      case "and":
      case "or":
      case "xor":
        this.expression(left, "tested", optional);
        this.expression(right, "tested", optional);
        return;
      case "??":
        this.expression(left, use, true);
        this.expression(right, use, optional);
        return;
      case "in":
        this.#addOptions(left, right);
        this.expression(left, "text", optional);
        this.expression(right, right.kind === "array" ? "text" : "looped", optional);
        return;
      case "==":
      case "!=":
      case "===":
      case "!==":
      case "<":
      case "<=":
      case ">":
      case ">=":
        this.#comparison(operator, left, right, optional);
        return;
      case "contains":
      case "matches":
        this.expression(left, "text", optional);
        this.expression(right, "text", optional);
        return;
      default:
        this.expression(left, "number", optional);
        this.expression(right, "number", optional);
    }
  }

  #comparison(operator: string, left: Expression, right: Expression, optional: boolean): void {
    if (operator.includes("=") && operator !== "<=" && operator !== ">=") {
      this.#addOptions(left, right);
      this.#addOptions(right, left);
    }
    this.expression(left, comparedUse(right), optional);
    this.expression(right, comparedUse(left), optional);
  }

  /** Texts that a field is compared with are what it may be. */
  #addOptions(field: Expression, other: Expression): void {
    const path = pathOf(field, this.#scope);
    if (!path || !isDataPath(path)) return;
    const values = other.kind === "array" ? other.items.map((item) => item.value) : [other];
    for (const value of values) {
      if (value.kind === "literal" && typeof value.value === "string" && value.value !== "") {
        this.root.at(path).options.add(value.value);
      }
    }
  }

  #probe(operand: Expression): void {
    const path = pathOf(operand, this.#scope);
    if (path && path.length > 0 && isDataPath(path)) this.root.at(path).isProbed = true;
  }

  #setFallback(operand: Expression, value: string | number | boolean | null): void {
    const path = pathOf(operand, this.#scope);
    if (path && isDataPath(path)) this.root.at(path).fallback ??= String(value ?? "");
  }

  #read(path: FieldPath | null, use: FieldUse, optional: boolean): void {
    if (!path || path.length === 0 || !isDataPath(path)) return;
    const node = this.root.at(path);
    node.uses.add(use);
    const tag = this.tag();
    const guarded = optional || use === "tested" || this.#conditions > 0;
    const occurrence = this.occurrence();
    if (tag) this.root.at(path.slice(0, 1)).addRead(tag);
    // Members count as occurrences of the field they belong to.
    for (let length = 1; length <= path.length; length++) {
      if (path[length - 1] === EACH) continue;
      const part = this.root.at(path.slice(0, length));
      part.first ??= tag;
      if (occurrence) part.addOccurrence(occurrence);
      if (!guarded) part.required = true;
    }
  }

  private tag(): ReadingTag | undefined {
    return this.site && { site: this.site, part: this.template.part ?? "" };
  }

  private occurrence(): { part: string; text: string } | undefined {
    if (!this.site) return undefined;
    const { source } = this.template;
    const { at } = this.site;
    const end = at + this.site.source.length;
    const text = source === undefined ? this.site.source : source.slice(Math.max(0, at - AROUND), end + AROUND);
    return { part: this.template.part ?? "", text: text.replace(/\s+/g, " ").trim() };
  }
}

function comparedUse(other: Expression): FieldUse {
  if (other.kind !== "literal") return "text";
  if (typeof other.value === "number") return "number";
  return typeof other.value === "boolean" ? "boolean" : "text";
}
