import { describe, expect, it } from "vitest";
import { actorWords, changeSentence, changesOf, deedWords, placeOf, viaWords } from "./entry-words.ts";

describe("an entry of the log in words", () => {
  it.each([
    [
      { "settings.to": "ada@example.com" },
      { "settings.to": "bo@example.com" },
      "To: from ada@example.com to bo@example.com",
    ],
    [{}, { output_name: "Invoice" }, "File name: Invoice"],
    [{ active: true }, { active: false }, "Active: from yes to no"],
    [{ folder: "Sales" }, { folder: "" }, "Folder: from Sales to nothing"],
    [{ "settings.password": "********" }, {}, "Password: no longer ********"],
    [{}, { "settings.html": { sha256: "ab", length: 4_210 } }, "Html: 4210 characters"],
    [{ version: 2 }, { version: 3 }, "Version: from 2 to 3"],
    [{}, { template_sha256: "0123456789abcdef".repeat(4) }, "Template: 01234567 ..."],
  ])("%j and %j", (before, after, expected) => {
    expect(changesOf({ before, after }).map(changeSentence)).toEqual([expected]);
  });

  it("names whoever did it", () => {
    const actor = { type: "key", id: "dk_1", name: "", via: "api" } as const;
    expect(actorWords({ ...actor, name: "Shop" })).toBe("Key Shop");
    expect(actorWords(actor)).toBe("Key dk_1");
    expect(actorWords({ ...actor, type: "person", name: "Ada" })).toBe("Ada");
    expect(actorWords({ ...actor, type: "link", id: "" })).toBe("A sign-in link");
    expect(viaWords({ ...actor, via: "command_line" })).toBe("by the command line");
  });

  it("says what it does not know, too", () => {
    expect(deedWords({ action: "delivery.updated" })).toBe("changed the delivery");
    expect(deedWords({ action: "planet.moved_away" })).toBe("did: planet moved away");
  });

  it("leads to where it was done", () => {
    expect(placeOf({ type: "document", id: "12", name: "" })).toEqual({ to: "documents", id: "12" });
    expect(placeOf({ type: "delivery", id: "routes/3/deliveries/x", name: "" })).toEqual({ to: "routes", id: "3" });
    expect(placeOf({ type: "sample", id: "documents/4/samples/x", name: "" })).toEqual({ to: "documents", id: "4" });
    expect(placeOf({ type: "key", id: "dk_1", name: "" })).toBeUndefined();
  });
});
