/** One part of a presentation with its theme: what is needed to resolve references in it. */

import type { Metered } from "../../domain/work-meter.ts";
import type { OpcPackage, ResolvedRelationship } from "../../office/package.ts";
import { child, descend, type XmlNode } from "../../office/xml-node.ts";
import { Theme } from "../model/theme.ts";

/** What all parts of one conversion share. */
export interface SharedContext {
  pack: OpcPackage;
  warnings: Set<string>;
  /** @param substitute what is shown if this picture cannot be shown */
  imageUrl: (part: string, substitute?: string) => string | undefined;
  meter: Metered;
  now: Date;
}

export class PartContext {
  readonly part: string;
  readonly shared: SharedContext;
  readonly theme: Theme;
  readonly #themePart: string | undefined;
  readonly #formats: XmlNode | undefined;

  /** `mapping`: the color map of the master or its override (`a:clrMap`). */
  constructor(
    part: string,
    shared: SharedContext,
    themePart: string | undefined,
    mapping: Readonly<Record<string, string>> | undefined,
    theme?: Theme,
  ) {
    const themeRoot = shared.pack.xml(themePart);
    this.part = part;
    this.shared = shared;
    this.theme = theme ?? new Theme(themeRoot, mapping);
    this.#themePart = themePart;
    this.#formats =
      themeRoot?.name === "a:themeOverride"
        ? child(themeRoot, "a:fmtScheme")
        : descend(themeRoot, "a:themeElements", "a:fmtScheme");
  }

  /** The same look in another part, such as the drawing of a diagram. */
  inPart(part: string): PartContext {
    return new PartContext(part, this.shared, this.#themePart, undefined, this.theme);
  }

  relationship(id: string | undefined): ResolvedRelationship | undefined {
    return id ? this.shared.pack.relationships(this.part).get(id) : undefined;
  }

  /** Root of the part that a relationship leads to. */
  target(id: string | undefined): { part: string; root: XmlNode } | undefined {
    const relationship = this.relationship(id);
    if (!relationship || relationship.external) return undefined;
    const root = this.shared.pack.xml(relationship.target);
    return root && { part: relationship.target, root };
  }

  readonly imageUrl = (id: string | undefined, substitute?: string): string | undefined => {
    const relationship = this.relationship(id);
    return relationship && !relationship.external
      ? this.shared.imageUrl(relationship.target, this.relationship(substitute)?.target)
      : undefined;
  };

  /** The nth entry of a list of the theme's formats, e.g. `a:fillStyleLst`; counted from 1. */
  themeFormat(list: string, index: number): XmlNode | undefined {
    return child(this.#formats, list)?.children[index - 1];
  }

  /** Pictures of theme fills belong to the theme's part. */
  themeImageUrl(id: string): string | undefined {
    const target = this.#themePart && this.shared.pack.relationships(this.#themePart).get(id)?.target;
    return target ? this.shared.imageUrl(target) : undefined;
  }
}
