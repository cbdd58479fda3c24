import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { type DeliveryFile, deliveryDifferences, readDeliveryFiles, writeDeliveryFiles } from "./deliveries.ts";

const root = fs.mkdtempSync(path.join(os.tmpdir(), "docloom-deliveries-"));
afterAll(() => fs.rmSync(root, { recursive: true }));

const webhook = (settings: Record<string, unknown>, members: Partial<DeliveryFile> = {}): DeliveryFile => ({
  ...{ type: "webhook", name: "Shop", active: 1, settings },
  ...members,
});
const changes = (from: DeliveryFile | undefined, to: DeliveryFile) =>
  deliveryDifferences(new Map(from ? [["Shop", from]] : []), new Map([["Shop", to]]));

it("compares what a file names, and no secrets", () => {
  const there = webhook({ url: "https://a.example/", json: 1, timeout: 10, secret: "********" });
  expect(changes(there, webhook({ url: "https://a.example/", json: "1", secret: { env: "SECRET" } }))).toEqual([]);
  expect(changes(there, webhook({ url: "https://b.example/" }, { active: 0 }))).toEqual([
    {
      what: "delivery Shop",
      from: "active: 1, settings.url: https://a.example/",
      to: "active: 0, settings.url: https://b.example/",
    },
  ]);
  expect(changes(undefined, there)).toMatchObject([{ from: "" }]);
});

it("writes files without secrets, and leaves the names of variables where they are", () => {
  const folder = fs.mkdtempSync(path.join(root, "document-"));
  writeDeliveryFiles(folder, new Map([["Shop", webhook({ url: "https://a.example/" })]]));
  const file = path.join(folder, "deliveries/Shop.json");
  const secret = { env: "SHOP_SECRET" };
  fs.writeFileSync(file, JSON.stringify(webhook({ url: "https://a.example/", secret })));
  writeDeliveryFiles(folder, new Map([["Shop", webhook({ url: "https://b.example/" })]]));
  expect(readDeliveryFiles(folder).get("Shop")).toEqual(webhook({ url: "https://b.example/", secret }));
});

it("names what is wrong in a file", () => {
  const folder = fs.mkdtempSync(path.join(root, "wrong-"));
  fs.mkdirSync(path.join(folder, "deliveries"));
  fs.writeFileSync(path.join(folder, "deliveries/Shop.json"), '{"kind": "webhook"}');
  expect(() => readDeliveryFiles(folder)).toThrow(/type/);
});
