import { expect, it } from "vitest";
import { consentWords } from "./consent-words.ts";

it("says what helps, with the platform's word for it, and nothing that a stranger has written", () => {
  const words = (failed: string, reason = "") => consentWords({ failed, reason }, "Google");
  expect(words("declined", "access_denied")).not.toContain("access_denied");
  expect(words("declined", "org_internal")).toContain("(org_internal)");
  expect(words("refused", "invalid_client")).toContain("secret is wrong (invalid_client)");
  expect(words("declined", "Call 555, now")).not.toContain("555");
  expect(words("made up")).toBe(words("unknown"));
});
