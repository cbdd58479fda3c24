import { expect, it } from "vitest";
import { standIn } from "../domain/testing/stand-in.ts";
import type { AddressedDocument } from "../store/document-rows.ts";
import { keepTarget, keptTarget } from "./kept-targets.ts";

const context = {
  defaults: { locale: "en-US", timeZone: "UTC", currency: "USD", internalHosts: [], fonts: [] },
  deliveries: [],
};
const target = { document: standIn<AddressedDocument>({ targetsRevision: 1 }), context };
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000);

it("is kept for half a minute after it was read, however often it is used meanwhile, and again when it is read again", () => {
  const name = crypto.randomUUID();
  keepTarget(name, target, at(0));
  keepTarget(name, target, at(20));
  expect(keptTarget(name, at(30))).toBeDefined();
  expect(keptTarget(name, at(31))).toBeUndefined();
  keepTarget(name, target, at(31));
  expect(keptTarget(name, at(60))).toBeDefined();
});
