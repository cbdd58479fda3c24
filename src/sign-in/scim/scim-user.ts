import * as z from "zod";
import { comparableEmail } from "../../domain/access/person.ts";
import { ScimError } from "./scim-error.ts";

const USER_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:User";
const LIST_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:ListResponse";

/** What a directory says of a person, as far as it matters here. */
export interface DirectoryUser {
  /** The directory's name for the person, usually the address they sign in with. */
  userName: string;
  /** The directory's own id; empty if it gave none. */
  externalId: string;
  /** Normalized. */
  email: string;
  name: string;
  active: boolean;
}

/** One that is kept. */
export interface StoredDirectoryUser extends DirectoryUser {
  id: string;
  createdAt: Date;
  updatedAt: Date;
}

/** Entra writes truths as text: "True", "False". */
const truth = z.union([z.boolean(), z.stringbool()]);
const short = z.string().max(400);

const userSchema = z.looseObject({
  userName: z.string().min(1).max(254),
  externalId: short.nullish(),
  displayName: short.nullish(),
  name: z
    .looseObject({ formatted: short.nullish(), givenName: short.nullish(), familyName: short.nullish() })
    .nullish(),
  emails: z
    .array(z.looseObject({ value: z.string().max(254), primary: truth.nullish() }))
    .max(20)
    .nullish(),
  active: truth.nullish(),
});

/**
 * A user as a directory sends it (RFC 7643, 4.1); members that have no meaning here are left out.
 * @throws ScimError `invalidValue`
 */
export function readScimUser(body: unknown): DirectoryUser {
  const parsed = userSchema.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ScimError(
      400,
      `${issue?.path.join(".") || "The user"}: ${issue?.message ?? "is not valid"}`,
      "invalidValue",
    );
  }
  const { userName, externalId, displayName, name, emails, active } = parsed.data;
  const primary = emails?.find((each) => each.primary)?.value ?? emails?.[0]?.value ?? userName;
  const email = comparableEmail(primary);
  if (email === undefined)
    throw new ScimError(400, `emails: "${primary.slice(0, 80)}" is no e-mail address that can be used`, "invalidValue");
  const parts = [name?.givenName, name?.familyName].filter((part) => part).join(" ");
  return {
    userName,
    externalId: externalId ?? "",
    email,
    name: displayName || name?.formatted || parts,
    active: active ?? true,
  };
}

/** As answers show it. */
export function scimUserJson(user: StoredDirectoryUser, publicBaseUrl: string) {
  return {
    schemas: [USER_SCHEMA],
    id: user.id,
    ...(user.externalId ? { externalId: user.externalId } : {}),
    userName: user.userName,
    displayName: user.name,
    name: { formatted: user.name },
    emails: [{ value: user.email, type: "work", primary: true }],
    active: user.active,
    meta: {
      resourceType: "User",
      created: user.createdAt.toISOString(),
      lastModified: user.updatedAt.toISOString(),
      location: `${publicBaseUrl}/scim/v2/Users/${user.id}`,
    },
  };
}

/** @param startIndex the first one's number, from 1 */
export const scimListJson = (resources: readonly object[], totalResults: number, startIndex = 1) => ({
  schemas: [LIST_SCHEMA],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

/** What a list is asked for by. */
export type ScimFilter = { by: "userName" | "externalId"; value: string };

/**
 * The filters that directories send (RFC 7644, 3.4.2.2): `userName eq "ada@example.com"`.
 * @throws ScimError `invalidFilter`
 */
export function readScimFilter(filter: string): ScimFilter {
  const match = /^\s*(userName|externalId)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i.exec(filter);
  const value = match?.[2] === undefined ? undefined : textIn(match[2]);
  if (!match || value === undefined)
    throw new ScimError(
      400,
      'The filter must be of the form userName eq "..." or externalId eq "..."',
      "invalidFilter",
    );
  return { by: match[1]?.toLowerCase() === "username" ? "userName" : "externalId", value };
}

/** A text of JSON; undefined if its escapes are not right. */
function textIn(json: string): string | undefined {
  try {
    return z.string().parse(JSON.parse(json));
  } catch {
    return undefined;
  }
}
