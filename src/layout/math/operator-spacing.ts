/** Which signs are operators, and the room between neighbors: the classes of TeX, which Word follows, too. */

export type AtomClass =
  | "ordinary"
  | "operator"
  | "binary"
  | "relation"
  | "open"
  | "close"
  | "punctuation"
  /** Takes no part: spaces, marks of alignment. */
  | "none";

const CLASSES: readonly AtomClass[] = ["ordinary", "operator", "binary", "relation", "open", "close", "punctuation"];

/**
 * Steps of room between a class (lines) and the next (columns): 1 thin, 2 medium, 3 thick. Negative ones are left out in
 * scripts. Pairs with binary operators that cannot occur are 0.
 */
const STEPS: readonly (readonly number[])[] = [
  [0, 1, -2, -3, 0, 0, 0],
  [1, 1, 0, -3, 0, 0, 0],
  [-2, -2, 0, 0, -2, 0, 0],
  [-3, -3, 0, 0, -3, 0, 0],
  [0, 0, 0, 0, 0, 0, 0],
  [0, 1, -2, -3, 0, 0, 0],
  [-1, -1, 0, -1, -1, -1, -1],
];
const STEP_EMS = [0, 3 / 18, 4 / 18, 5 / 18] as const;

/** Room between two neighbors, in ems. */
export function spaceBetween(left: AtomClass, right: AtomClass, isScript: boolean): number {
  const step = STEPS[CLASSES.indexOf(left)]?.[CLASSES.indexOf(right)] ?? 0;
  if (step < 0 && isScript) return 0;
  return STEP_EMS[Math.abs(step)] ?? 0;
}

/** A sign for two operands that has only one is not an operator: `-x`, `(+`. Classes of neighbors, `none` left out. */
export function finalizedClass(before: AtomClass | undefined, own: AtomClass, after: AtomClass | undefined): AtomClass {
  if (own !== "binary") return own;
  if (before === undefined || before === "open" || isOperating(before) || before === "punctuation") return "ordinary";
  return after === undefined || after === "close" || after === "relation" || after === "punctuation" ? "ordinary" : own;
}

function isOperating(before: AtomClass): boolean {
  return before === "binary" || before === "operator" || before === "relation";
}

const BINARY = /^[+±∓×÷·∙⋅∗*∪∩∧∨⊕⊖⊗⊘⊙∘⊎⊓⊔∖†‡⋆⊢⋄△▽◁▷⋉⋊−⊞⊟⊠⊡⋏⋎⨯≀∔∸⊻⊼⊽]$/u;
const RELATION = /^[=<>≤≥≠≈≡∼≃≅∝∈∉∋∌⊂⊃⊆⊇⊄⊅⊈⊉⊊⊋→←↔⇒⇐⇔⟶⟵⟷⟹⟸⟺↦⟼↑↓↕⇑⇓↗↘↙↖⇌⇋↪↩:∣∥⊥⊨⊣≪≫≺≻⪯⪰≼≽≐≔≕≜≝≟≢≰≱≮≯∦⋈≍⊏⊐⊑⊒≲≳⟂∷]$/u;
const OPEN = /^[([{⟨⌈⌊⟦⟪⦃]$/u;
const CLOSE = /^[)\]}⟩⌉⌋⟧⟫⦄!]$/u;
const PUNCTUATION = /^[,;]$/u;
const OPERATOR = /^[∑∏∐∫-∳⋀⋁⋂⋃⨀-⨜]$/u;

/** The class of a sign; letters, digits and unknown signs are ordinary. */
export function classOf(character: string): AtomClass {
  if (BINARY.test(character)) return "binary";
  if (RELATION.test(character)) return "relation";
  if (OPEN.test(character)) return "open";
  if (CLOSE.test(character)) return "close";
  if (PUNCTUATION.test(character)) return "punctuation";
  return OPERATOR.test(character) ? "operator" : "ordinary";
}
