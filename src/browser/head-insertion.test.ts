import { expect, it } from "vitest";
import { insertIntoHead } from "./head-insertion.ts";

it.each([
  ["<!doctype html><html><head><title>x</title>", "<!doctype html><html><head>|<title>x</title>"],
  ["<!DOCTYPE html>\n<html lang='en'>\n<head data-x>y", "<!DOCTYPE html>\n<html lang='en'>\n<head data-x>|y"],
  ["<!-- <head> --><!doctype html><p>x", "<!-- <head> --><!doctype html>|<p>x"],
  ["<!doctype html><header>x</header>", "<!doctype html>|<header>x</header>"],
  ["<p>x", "|<p>x"],
  ["", "|"],
  ["\uFEFF<html><body>x", "\uFEFF<html>|<body>x"],
  ["<?xml version='1.0'?><!DOCTYPE html><html>", "<?xml version='1.0'?><!DOCTYPE html><html>|"],
])("puts markup into the head of %s", (html, expected) => {
  expect(insertIntoHead(html, "|")).toBe(expected);
});
