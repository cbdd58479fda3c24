import { expect, it } from "vitest";
import { readIdentity } from "./identity.ts";

it("looks once for the end of each PEM block", async () => {
  const file = new TextEncoder().encode("-----BEGIN A-----\n".repeat(14_000));
  await expect(readIdentity(file, "")).rejects.toThrow("has no private key");
});
