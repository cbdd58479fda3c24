import { expect, it } from "vitest";
import { ScimError } from "./scim-error.ts";
import { patchedScimUser } from "./scim-patch.ts";
import { readScimFilter, readScimUser, type StoredDirectoryUser, scimListJson, scimUserJson } from "./scim-user.ts";

const times = { createdAt: new Date(0), updatedAt: new Date(0) };
const stored: StoredDirectoryUser = {
  id: "u1",
  userName: "ada@example.com",
  externalId: "e1",
  email: "ada@example.com",
  name: "Ada Lovelace",
  active: true,
  ...times,
};
const patched = (...operations: object[]) =>
  readScimUser(
    patchedScimUser(scimUserJson(stored, "https://docs.example.com"), {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
      Operations: operations,
    }),
  );

it("a user is read as Entra sends it", () => {
  const user = readScimUser({
    schemas: [
      "urn:ietf:params:scim:schemas:core:2.0:User",
      "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User",
    ],
    externalId: "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
    userName: "Test_User_ab6490ee@testuser.example",
    active: true,
    emails: [{ primary: true, type: "work", value: "Test_User_fd0ea19b@testuser.example" }],
    meta: { resourceType: "User" },
    name: { formatted: "givenName familyName", familyName: "familyName", givenName: "givenName" },
    roles: [],
  });
  expect(user).toEqual({
    userName: "Test_User_ab6490ee@testuser.example",
    externalId: "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
    email: "test_user_fd0ea19b@testuser.example",
    name: "givenName familyName",
    active: true,
  });
});

it("a user is read as Okta sends it", () => {
  const user = readScimUser({
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
    userName: "test.user@okta.example",
    name: { givenName: "Test", familyName: "User" },
    emails: [{ primary: true, value: "test.user@okta.example", type: "work" }],
    displayName: "Test User",
    locale: "en-US",
    externalId: "00ujl29u0le5T6Aj10h7",
    groups: [],
    password: "1mz050nq",
    active: true,
  });
  expect(user).toMatchObject({
    name: "Test User",
    email: "test.user@okta.example",
    externalId: "00ujl29u0le5T6Aj10h7",
  });
});

it("what is no user is refused with what is wrong", () => {
  for (const body of [{}, { userName: "" }, { userName: "ada" }, { userName: "аda@example.com" }, [], null]) {
    expect(() => readScimUser(body), JSON.stringify(body)).toThrow(ScimError);
  }
});

it("is made inactive as Entra and Okta ask for it", () => {
  expect(patched({ op: "Replace", path: "active", value: "False" }).active).toBe(false);
  expect(patched({ op: "Replace", path: "active", value: false }).active).toBe(false);
  expect(patched({ op: "replace", value: { active: false } }).active).toBe(false);
  expect(patched({ op: "Add", path: "urn:ietf:params:scim:schemas:core:2.0:User:active", value: "True" }).active).toBe(
    true,
  );
});

it("is changed by paths, parts of names and filtered addresses; what has no meaning here is passed over", () => {
  expect(
    patched(
      { op: "Replace", path: 'emails[type eq "work"].value', value: "Ada@Example.org" },
      { op: "Replace", path: "name.familyName", value: "King" },
      { op: "Add", path: "name.givenName", value: "Ada" },
      { op: "Add", path: "nickName", value: "Countess" },
      { op: "Add", path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department", value: "IT" },
    ),
  ).toMatchObject({ email: "ada@example.org", name: "Ada King" });
  expect(patched({ op: "replace", path: "displayName", value: "A. L." }).name).toBe("A. L.");
  expect(patched({ op: "remove", path: "externalId" }).externalId).toBe("");
  expect(() => patched({ op: "remove", path: "userName" })).toThrow(/userName cannot be removed/);
  expect(() => patched({ op: "move", path: "active" })).toThrow(ScimError);
  expect(() => patched()).toThrow(ScimError);
});

it("is found by the filters that directories send, and no others are taken for one", () => {
  expect(readScimFilter('userName eq "Test_User_dfeef4c5@example.com"')).toEqual({
    by: "userName",
    value: "Test_User_dfeef4c5@example.com",
  });
  expect(readScimFilter('username EQ "a\\"b"')).toEqual({ by: "userName", value: 'a"b' });
  expect(readScimFilter('externalId eq "e1"')).toEqual({ by: "externalId", value: "e1" });
  for (const filter of ["", 'userName co "a"', 'userName eq "a" or active eq true', "userName eq a", 'id eq "1"'])
    expect(() => readScimFilter(filter), filter).toThrow(/filter/);
});

it("a list says how many there are, also when there are none", () => {
  const schemas = ["urn:ietf:params:scim:api:messages:2.0:ListResponse"];
  expect(scimListJson([], 0)).toEqual({ schemas, totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] });
  const shown = scimUserJson(stored, "https://docs.example.com");
  expect(scimListJson([shown], 7, 3)).toMatchObject({
    totalResults: 7,
    startIndex: 3,
    itemsPerPage: 1,
    Resources: [shown],
  });
});
