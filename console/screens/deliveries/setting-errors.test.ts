import { describe, expect, it } from "vitest";
import { deliveryKind } from "./delivery-kinds.ts";
import { missingSettings, settingErrors } from "./setting-errors.ts";

function kindOf(type: string) {
  const kind = deliveryKind(type);
  if (!kind) throw new Error(`There is no kind "${type}".`);

  return kind;
}

describe("errors of settings", () => {
  it("are at their fields and name them as the form does", () => {
    const errors = {
      "settings.cc": 'settings[cc] must be e-mail addresses such as "Ann <ann@example.com>".',
      "settings.headers.no line": "settings[headers][no line] is not the name of a header line.",
    };
    expect(settingErrors(kindOf("email"), errors)).toMatchObject({
      cc: '"Cc" must be e-mail addresses such as "Ann <ann@example.com>".',
    });
    expect(settingErrors(kindOf("webhook"), errors)).toMatchObject({
      headers: '"no line" is not the name of a header line.',
    });
  });

  it("required fields are asked for by their label", () => {
    expect(missingSettings(kindOf("email"), { to: " ", security: "low" }, false)).toEqual({ to: 'Fill in "To".' });
    expect(missingSettings(kindOf("email"), { to: "a@b.de", security: "high" }, false)).toEqual({
      password: 'Fill in "Password".',
    });
    expect(missingSettings(kindOf("email"), { to: "a@b.de", security: "high" }, true)).toEqual({});
    expect(missingSettings(kindOf("route"), { route_id: "" }, false)).toEqual({ route_id: "Choose a data route." });
  });
});
