import type { RenderContext } from "../../language/render-context.ts";
import type { SourceToken } from "../../language/scan.ts";
import { isAddressAttribute, refusedScheme } from "./address-scheme.ts";
import type { AttributePlace } from "./attribute-value.ts";
import { attributePlaces } from "./html-places.ts";

type Refusal = NonNullable<RenderContext["refusal"]>;

/**
 * Keeps values with a scheme that may run a script out of the addresses of a page that leaves as html: of its `href`,
 * `src` and the like. Undefined if no tag begins an address.
 */
export function addressGuard(tokens: readonly SourceToken[]): Refusal | undefined {
  const starts = new Map<number, AttributePlace>();
  for (const [at, place] of attributePlaces(tokens))
    if (place.isStart && isAddressAttribute(place.name)) starts.set(at, place);
  if (starts.size === 0) return undefined;
  return (printed, site) => {
    const place = starts.get(site.at);
    if (!place || printed === "") return undefined;
    const scheme = refusedScheme(place.colonFollows ? `${printed}:` : printed);
    if (scheme === undefined) return undefined;
    return `The attribute ${place.name} was left empty: its value from the data has the scheme "${scheme.slice(0, 40)}", and only http, https, mailto, tel, cid and data:image are allowed there`;
  };
}
