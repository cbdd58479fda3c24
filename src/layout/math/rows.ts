/** Atoms side by side, with the room that their classes ask for. */
import { type Atom, NO_BOX, type PlacedBox, together } from "./boxes.ts";
import { type AtomClass, finalizedClass, spaceBetween } from "./operator-spacing.ts";

export interface Spacing {
  sizePt: number;
  isScript: boolean;
}

/** An atom after the room that it keeps from its neighbor. */
export interface SpacedAtom {
  atom: Atom;
  gapPt: number;
  /** What it turned out to be to its left neighbor. */
  left: AtomClass;
}

/** @param before what is to the left of all of it */
export function spaced(atoms: readonly Atom[], { sizePt, isScript }: Spacing, before?: AtomClass): SpacedAtom[] {
  const finalized = finalizedClasses(atoms, before);
  let last: AtomClass | undefined = before;
  return atoms.map((atom, index) => {
    const own = finalized[index] ?? { left: atom.left, right: atom.right };
    const previous = atoms[index - 1];
    // A slanted letter leans into an upright neighbor.
    let gapPt = previous && !(previous.isSlanted && atom.isSlanted) ? previous.italicPt : 0;
    if (own.left !== "none") {
      if (last !== undefined) gapPt += spaceBetween(last, own.left, isScript) * sizePt;
      last = own.right;
    }
    return { atom, gapPt, left: own.left };
  });
}

/** Binary operators without two operands are ordinary. */
function finalizedClasses(
  atoms: readonly Atom[],
  before: AtomClass | undefined,
): { left: AtomClass; right: AtomClass }[] {
  const following: (AtomClass | undefined)[] = [];
  let next: AtomClass | undefined;
  for (let index = atoms.length - 1; index >= 0; index--) {
    following[index] = next;
    const left = atoms[index]?.left;
    if (left !== undefined && left !== "none") next = left;
  }
  let last = before;
  return atoms.map(({ left, right }, index) => {
    const own = finalizedClass(last, left, following[index]);
    const finalized = { left: own, right: left === "binary" && right === "binary" ? own : right };
    if (own !== "none") last = finalized.right;
    return finalized;
  });
}

/** One box of all of them. A single atom stays what it is. */
export function rowAtom(atoms: readonly Atom[], spacing: Spacing, before?: AtomClass): Atom {
  const [only] = atoms;
  if (only && atoms.length === 1 && before === undefined) return only;
  if (!only) return { box: NO_BOX, left: "none", right: "none", italicPt: 0 };
  return joined(spaced(atoms, spacing, before));
}

export function joined(list: readonly SpacedAtom[]): Atom {
  const placed: PlacedBox[] = [];
  let atPt = 0;
  for (const { atom, gapPt } of list) {
    atPt += gapPt;
    placed.push({ box: atom.box, rightPt: atPt, raisedPt: 0 });
    atPt += atom.box.widthPt;
  }
  const solid = list.filter(({ left }) => left !== "none");
  return {
    box: together(atPt, placed),
    left: solid[0]?.left ?? "none",
    right: solid.at(-1)?.atom.right ?? "none",
    italicPt: list.at(-1)?.atom.italicPt ?? 0,
  };
}
