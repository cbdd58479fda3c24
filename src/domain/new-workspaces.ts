import { isJurisdiction, JURISDICTIONS, type Jurisdiction } from "./access/workspace-place.ts";
import { Failure } from "./failure.ts";

/** The settings of a deployment about workspaces that are made, or moved. */
export interface NewWorkspaceSettings {
  /** `objects` puts them into objects of their own, and lets others move there. */
  NEW_WORKSPACES?: string;
  /** In which jurisdiction these objects are. */
  NEW_WORKSPACES_JURISDICTION?: string;
}

/** What is wrong with them; undefined if nothing is. */
export function wrongPlace({
  NEW_WORKSPACES,
  NEW_WORKSPACES_JURISDICTION: text,
}: NewWorkspaceSettings): string | undefined {
  if (!text) return undefined;
  if (!isJurisdiction(text)) return `NEW_WORKSPACES_JURISDICTION must be ${JURISDICTIONS.join(" or ")}`;
  // Rows in D1 are where D1 is: nobody shall take them for kept.
  return NEW_WORKSPACES === "objects" ? undefined : "NEW_WORKSPACES_JURISDICTION needs NEW_WORKSPACES=objects";
}

/**
 * The jurisdiction of workspaces that are made, or moved without another one.
 * @throws Failure `misconfigured`: better none is made than one elsewhere
 */
export function newJurisdiction(settings: NewWorkspaceSettings): Jurisdiction | undefined {
  const problem = wrongPlace(settings);
  if (problem !== undefined) throw new Failure("misconfigured", `The Worker's settings are not right: ${problem}.`);
  const { NEW_WORKSPACES_JURISDICTION: text } = settings;
  return text !== undefined && isJurisdiction(text) ? text : undefined;
}
