import { expect, it } from "vitest";
import { senderDomains } from "./sender-domains.ts";

it("are the deployment's for all workspaces, and those for one", () => {
  const MAIL_DOMAINS = "Example.com, w1:shop.example w2:other.example";
  expect(senderDomains({ MAIL_DOMAINS }, "w1")).toEqual(["example.com", "shop.example"]);
  expect(senderDomains({ MAIL_DOMAINS }, "w3")).toEqual(["example.com"]);
  expect(senderDomains({}, "w1")).toEqual([]);
});
