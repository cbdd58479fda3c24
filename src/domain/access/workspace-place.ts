/** Where the platform keeps what is in an object, and runs it; an object has it from its first call on, for good. */
export const JURISDICTIONS = ["eu", "fedramp"] as const;
export type Jurisdiction = (typeof JURISDICTIONS)[number];

export const isJurisdiction = (text: string): text is Jurisdiction =>
  (JURISDICTIONS as readonly string[]).includes(text);

/** An `o`, with which no other id begins, the jurisdiction if there is one, and an id. */
const MADE_IN_OBJECT = new RegExp(`^o(?:(${JURISDICTIONS.join("|")})-)?[0-9a-hjkmnp-tv-z]{23}$`);

/** Whether a workspace's rows are in an object of its own (docs/decisions/workspaces-as-objects.md); else they are in D1. Its id says so. */
export const isInObject = (workspaceId: string): boolean => MADE_IN_OBJECT.test(workspaceId);

/** The jurisdiction of the object in which a workspace was made: so nobody has to ask where it is. */
export function jurisdictionOf(workspaceId: string): Jurisdiction | undefined {
  return MADE_IN_OBJECT.exec(workspaceId)?.[1] as Jurisdiction | undefined;
}

/** The id of a workspace that is made in an object. @param id a new one */
export const idInObject = (id: string, jurisdiction: Jurisdiction | undefined): string =>
  jurisdiction === undefined ? `o${id}` : `o${jurisdiction}-${id}`;
