/** An `o`, with which no other id begins, and an id. */
const MADE_IN_OBJECT = /^o[0-9a-hjkmnp-tv-z]{23}$/;

/** Whether a workspace's rows are in an object of its own (docs/decisions/workspaces-as-objects.md); else they are in D1. Its id says so. */
export const isInObject = (workspaceId: string): boolean => MADE_IN_OBJECT.test(workspaceId);
