import { expect, it } from "vitest";
import { regionOf } from "./location-hint.ts";

it.each([
  ["Paris", { continent: "EU", longitude: "2.35" }, "weur"],
  ["Warsaw", { continent: "EU", longitude: "21.01" }, "eeur"],
  ["New York", { continent: "NA", longitude: "-74.0" }, "enam"],
  ["Seattle", { continent: "NA", longitude: "-122.33" }, "wnam"],
  ["Dubai", { continent: "AS", longitude: "55.27" }, "me"],
  ["Tokyo", { continent: "AS", longitude: "139.69" }, "apac"],
  ["Nairobi", { continent: "AF" }, "afr"],
  ["Lima", { continent: "SA", longitude: "-77.04" }, "sam"],
  ["Sydney", { continent: "OC", longitude: "151.2" }, "oc"],
  ["Europe, and no more is known", { continent: "EU" }, undefined],
  ["Europe, with an empty longitude", { continent: "EU", longitude: "" }, undefined],
  ["Tor", { continent: "T1" }, undefined],
  ["Antarctica", { continent: "AN", longitude: "166.6" }, undefined],
  ["nowhere", undefined, undefined],
  ["a name of every object", { continent: "constructor" }, undefined],
])("the region of who is in %s", (_, sender, region) => {
  expect(regionOf(sender)).toBe(region);
});
