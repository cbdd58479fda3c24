import { expect, it } from "vitest";
import { hashPassword, isPassword } from "./password-hash.ts";

it("knows its password in any spelling, and no other one", async () => {
  const hash = await hashPassword("Käse 42");
  expect(hash).toMatch(/^pbkdf2-sha256\$100000\$[\w-]{22}\$[\w-]{43}$/);
  expect(await isPassword("Käse 42", hash)).toBe(true);
  expect(await isPassword(" Käse 42 ".normalize("NFD"), hash)).toBe(true);
  for (const wrong of ["", "käse 42", "Käse 42x"]) expect(await isPassword(wrong, hash)).toBe(false);
});

it("is salted", async () => {
  expect(await hashPassword("same")).not.toBe(await hashPassword("same"));
});

it("opens nothing for a hash of another making", async () => {
  expect(await isPassword("", "")).toBe(false);
  expect(await isPassword("x", "plain$1$x$x")).toBe(false);
});
