import { describe, expect, it } from "vitest";
import { createSettingRenderer } from "../setting-renderer.ts";
import { domainTags, readRecipients, withoutJoins } from "./recipients.ts";

const CONTEXT = { now: new Date("2026-03-04T05:06:07Z"), locale: "en-US", timeZone: "UTC", currency: "USD" };

function read(setting: string, data: Record<string, unknown>, context = {}) {
  return readRecipients("to", createSettingRenderer(data, CONTEXT).structured("to", withoutJoins(setting)), context);
}
const shown = (setting: string, data: Record<string, unknown>, context = {}) =>
  read(setting, data, context).mailboxes.map(({ name, address }) => (name ? `${name} <${address}>` : address));

describe("values of a setting with addresses", () => {
  it.each([
    [
      '"{$Name}" <office@a.example>',
      { Name: 'x" <evil@e.example>, "y' },
      ['x" <evil@e.example>, "y <office@a.example>'],
    ],
    ["{$Name} <office@a.example>", { Name: "evil@e.example," }, ["evil@e.example, <office@a.example>"]],
    ["office@a.example, {$Copy}", { Copy: "b@b.example" }, ["office@a.example", "b@b.example"]],
    ["{$User}@a.example", { User: "ann" }, ["ann@a.example"]],
    ["{$Mail}", { Mail: "Ann Lee <ann@a.example>" }, ["Ann Lee <ann@a.example>"]],
    ["{$First} {$Last} <{$Mail}>", { First: "Ann", Last: "Lee", Mail: "ann@a.example" }, ["Ann Lee <ann@a.example>"]],
    ["{$Mails}", { Mails: ["a@a.example", "b@b.example"] }, ["a@a.example", "b@b.example"]],
    ['{$Mails|join:", "}', { Mails: ["a@a.example", "b@b.example"] }, ["a@a.example", "b@b.example"]],
    [
      "{foreach $People as $p}{$p.name} <{$p.mail}>, {/foreach}",
      {
        People: [
          { name: "A, B", mail: "a@a.example" },
          { name: "C", mail: "c@c.example" },
        ],
      },
      ["A, B <a@a.example>", "C <c@c.example>"],
    ],
    ["{if $Vip}vip@a.example{else}desk@a.example{/if}", { Vip: 1 }, ["vip@a.example"]],
    ["{$None}", {}, []],
    ["Team: a@a.example, {$B};", { B: "b@b.example" }, ["a@a.example", "b@b.example"]],
  ])("are never structure: %s with %j", (setting, data, expected) => {
    expect(shown(setting, data)).toEqual(expected);
    expect(read(setting, data).missed).toEqual([]);
  });

  it.each([
    ["{$Mail}", { Mail: "a@a.example, evil@e.example" }],
    ["{$Mail}", { Mail: 'x" <evil@e.example>, "y' }],
    ["{$Mail}", { Mail: "a@a.example Bcc: evil@e.example" }],
    ["<{$Mail}>", { Mail: "a@a.example>, <evil@e.example" }],
    ["{$User}@a.example", { User: "evil@e.example,x" }],
    ["{$User}@a.example", { User: "x y" }],
    ["office@{$Domain}", { Domain: "e.example, evil@e.example" }],
    ["Ann", {}],
  ])("add nobody where they are no address: %s with %j", (setting, data) => {
    expect(shown(setting, data)).toEqual([]);
    expect(read(setting, data).missed).toHaveLength(1);
  });

  it("that are no address do not keep the mail from the others", () => {
    const { mailboxes, missed } = read("{$Mails}, desk@a.example", { Mails: ["a@a.example", "n/a"] });
    expect(mailboxes.map(({ address }) => address)).toEqual(["a@a.example", "desk@a.example"]);
    expect(missed).toEqual(['The setting "to" holds "n/a", which is not an e-mail address.']);
  });

  it("may be a list as text where the delivery was saved before", () => {
    expect(shown("{$Mails}", { Mails: "a@a.example, b@b.example" }, { textMayList: true })).toEqual([
      "a@a.example",
      "b@b.example",
    ]);
    expect(
      shown('"{$Mails}" <office@a.example>', { Mails: 'x" <e@e.example>, "y' }, { textMayList: true }),
    ).toHaveLength(1);
  });

  it("name the domains that they bring", () => {
    expect(read("office@{$Domain}, {$User}@a.example", { Domain: "B.example", User: "u" }).domainsFromData).toEqual([
      "b.example",
    ]);
    expect(domainTags("{$User}@a.example, office@{$Domain}, {$Mail}, x@{$Sub}.b.example")).toEqual([
      "{$Domain}",
      "{$Sub}",
    ]);
  });
});
