import { env } from "cloudflare:workers";
import type { Jurisdiction } from "../../../domain/access/workspace-place.ts";
import { standIn } from "../../../domain/testing/stand-in.ts";
import type { Env } from "../../../env.ts";

/** What the platform calls those that are in no jurisdiction. */
const NONE = "none";

/**
 * Objects as the platform places them, where the local one has no jurisdictions: those of a jurisdiction are others than those of none. One
 * that is asked for in two places is refused: its workspace would have two databases.
 */
export function placedObjects() {
  const places = new Map<string, string>();
  const hints = new Map<string, (string | undefined)[]>();
  const of = (jurisdiction: string): Env["WORKSPACES"] =>
    standIn<Env["WORKSPACES"]>({
      getByName(name: string, options?: { locationHint: string }) {
        hints.set(name, [...(hints.get(name) ?? []), options?.locationHint]);
        const place = places.get(name) ?? jurisdiction;
        if (place !== jurisdiction) throw new Error(`${name} is in ${place}, and was asked for in ${jurisdiction}`);
        places.set(name, place);
        return env.WORKSPACES.getByName(localName(name, place));
      },
      jurisdiction(asked: Jurisdiction) {
        if (jurisdiction !== NONE) throw new Error("A jurisdiction has none of its own");
        return of(asked);
      },
    });
  return {
    objects: of(NONE),
    /** Where an object was asked for; undefined as long as nobody has. */
    placeOf: (name: string) => places.get(name),
    /** Near where an object was to be, by each call of it. */
    hintsOf: (name: string) => hints.get(name) ?? [],
  };
}

const localName = (name: string, place: string): string => (place === NONE ? name : `${place} ${name}`);

/** The object of a workspace in a jurisdiction, as tests look into it. */
export const objectPlacedIn = (jurisdiction: Jurisdiction, workspaceId: string) =>
  env.WORKSPACES.getByName(localName(workspaceId, jurisdiction));
