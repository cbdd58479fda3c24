import { describe, expect, it } from "vitest";
import { substitutesIn } from "./font-substitutes.ts";

const found = (html: string) =>
  Object.fromEntries(substitutesIn(html, (name) => name === "arial" || name === "georgia"));

describe("substitutesIn", () => {
  it.each<[string, Record<string, string>]>([
    ['<p style="font-family: Verdana">', { verdana: "Arial" }],
    [`<p style="font-family:'Segoe UI', Tahoma" class="x">`, { "segoe ui": "Arial" }],
    ["<style>p { font: bold 12px/1.4 'Trebuchet MS' }</style>", { "trebuchet ms": "Arial" }],
    [
      "<style>p { font-family: Consolas } q { font-family: Fira Sans }</style>",
      { consolas: "Courier New", "fira sans": "Arial" },
    ],
    ['<font face="x"><text font-family="Verdana">', { verdana: "Arial" }],
    ["<p style='font-family: Verdana, Arial'>", {}],
    ["<p style='font-family: Verdana, sans-serif'>", {}],
    ["<p style='font-family: House'>", {}],
    ["<p style='font: inherit'>", {}],
    ["<style>@font-face { font-family: 'Roboto'; src: url(x) } p { font-family: Roboto }</style>", {}],
    ["<link rel=stylesheet href=x><p style='font-family: Roboto'>", {}],
  ])("%s", (html, expected) => expect(found(html)).toEqual(expected));
});
