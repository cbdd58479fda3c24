import * as z from "zod";
import { ScimError } from "./scim-error.ts";

const MAX_OPERATIONS = 100;

const patchSchema = z.looseObject({
  Operations: z
    .array(
      z.looseObject({
        // Entra writes it with a capital letter.
        op: z
          .string()
          .toLowerCase()
          .pipe(z.enum(["add", "replace", "remove"])),
        path: z.string().max(300).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(MAX_OPERATIONS),
});

/** Names have no case (RFC 7643, 2.1). */
const MEMBERS: Readonly<Record<string, string>> = {
  username: "userName",
  externalid: "externalId",
  displayname: "displayName",
  active: "active",
};
const NAME_MEMBERS: Readonly<Record<string, string>> = {
  formatted: "formatted",
  givenname: "givenName",
  familyname: "familyName",
};

type User = Record<string, unknown>;

/**
 * A user after the operations of a PATCH (RFC 7644, 3.5.2). Members without a meaning here are passed over, as directories send
 * all that they have.
 * @param user as `scimUserJson` shows it
 * @returns what `readScimUser` takes
 * @throws ScimError `invalidSyntax`, `mutability`
 */
export function patchedScimUser(user: object, body: unknown): User {
  const parsed = patchSchema.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ScimError(
      400,
      `${issue?.path.join(".") || "The body"}: ${issue?.message ?? "is not valid"}`,
      "invalidSyntax",
    );
  }
  const changed: User = structuredClone(user) as User;
  for (const { op, path, value } of parsed.data.Operations) {
    if (path !== undefined) set(changed, path, op === "remove" ? undefined : value);
    else if (op !== "remove") for (const [name, member] of Object.entries(membersOf(value))) set(changed, name, member);
    else throw new ScimError(400, "An operation that removes something must have a path", "invalidPath");
  }
  return changed;
}

function membersOf(value: unknown): Record<string, unknown> {
  const parsed = z.record(z.string(), z.unknown()).safeParse(value);
  if (!parsed.success)
    throw new ScimError(400, "An operation without path must have members as its value", "invalidSyntax");
  return parsed.data;
}

function set(user: User, path: string, value: unknown): void {
  const plain = path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:User:/i, "");
  const member = MEMBERS[plain.toLowerCase()];
  if (member !== undefined) {
    if (value === undefined && (member === "userName" || member === "active"))
      throw new ScimError(400, `${member} cannot be removed`, "mutability");
    user[member] = value;
    return;
  }
  if (/^name$/i.test(plain)) {
    if (value === undefined) user.name = undefined;
    else for (const [name, part] of Object.entries(membersOf(value))) set(user, `name.${name}`, part);
    forgetShownName(user);
    return;
  }
  const part = /^name\.(\w+)$/i.exec(plain)?.[1]?.toLowerCase() ?? "";
  const nameMember = NAME_MEMBERS[part];
  if (nameMember !== undefined) {
    const { formatted, ...parts } = (user.name ?? {}) as Record<string, unknown>;
    user.name = nameMember === "formatted" ? { ...parts, formatted: value } : { ...parts, [nameMember]: value };
    forgetShownName(user);
    return;
  }
  // emails, or one of them: emails[type eq "work"].value
  if (/^emails$/i.test(plain)) user.emails = value === undefined ? undefined : [value].flat();
  else if (/^emails\[[^\]]*\](\.value)?$/i.test(plain)) {
    const address = typeof value === "string" ? value : membersOf(value).value;
    user.emails = [{ value: address, primary: true }];
  }
}

/** The name that was shown followed from the parts, which are others now. */
function forgetShownName(user: User): void {
  user.displayName = undefined;
}
