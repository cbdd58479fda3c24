/** Columns of histograms and Pareto charts: values counted in bins, or summed by category. */

import { largestOf, smallestOf } from "../../domain/collections/long-lists.ts";
import { child, type XmlNode } from "../../office/xml-node.ts";
import { number } from "./chart-cache.ts";
import type { ExtendedData } from "./extended-chart-data.ts";
import { numberLabel } from "./number-label.ts";

interface Columns {
  names: string[];
  values: number[];
}

const MAX_BINS = 500;
/** Scott's rule: a bin is so many standard deviations by the cube root of the count. */
const SCOTT = 3.5;

/** @param binning `cx:binning`: its bins' width or number; without both, Scott's rule */
export function binsOf(all: readonly (number | undefined)[], binning: XmlNode): Columns {
  const values = all.filter((value) => value !== undefined);
  if (values.length === 0) return { names: [], values: [] };
  const { underflow, overflow, intervalClosed } = binning.attributes;
  const least = number(underflow) ?? smallestOf(values);
  const most = number(overflow) ?? largestOf(values);
  const span = Math.max(0, most - least);
  const wanted = number(child(binning, "cx:binCount")?.attributes.val);
  const fixed = number(child(binning, "cx:binSize")?.attributes.val);
  const width = wanted && wanted > 0 ? span / wanted : fixed && fixed > 0 ? fixed : scottWidth(values, span);
  const count = Math.max(1, Math.min(MAX_BINS, width > 0 ? Math.ceil(span / width - 1e-9) : 1));
  const closesLeft = intervalClosed === "l";
  const edge = (index: number) => least + index * width;
  const placeOf = (value: number) => {
    const place = width > 0 ? (value - least) / width : 0;
    const bin = closesLeft ? Math.floor(place + 1e-9) : Math.ceil(place - 1e-9) - 1;
    return Math.max(0, Math.min(count - 1, bin));
  };
  const counts = Array.from({ length: count }, () => 0);
  let [below, above] = [0, 0];
  for (const value of values) {
    if (number(underflow) !== undefined && (closesLeft ? value < least : value <= least)) below++;
    else if (number(overflow) !== undefined && (closesLeft ? value >= most : value > most)) above++;
    else counts[placeOf(value)] = (counts[placeOf(value)] ?? 0) + 1;
  }
  const written = (value: number) => numberLabel(Number(value.toPrecision(6)), "General");
  const names = counts.map((_, index) => {
    const opens = closesLeft || (index === 0 && number(underflow) === undefined) ? "[" : "(";
    const closes = !closesLeft || (index === count - 1 && number(overflow) === undefined) ? "]" : ")";
    return `${opens}${written(edge(index))}, ${written(edge(index + 1))}${closes}`;
  });
  if (number(underflow) !== undefined) {
    names.unshift(`${closesLeft ? "<" : "≤"} ${written(least)}`);
    counts.unshift(below);
  }
  if (number(overflow) !== undefined) {
    names.push(`${closesLeft ? "≥" : ">"} ${written(most)}`);
    counts.push(above);
  }
  return { names, values: counts };
}

function scottWidth(values: readonly number[], span: number): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1);
  const width = (SCOTT * Math.sqrt(variance)) / Math.cbrt(values.length);
  if (!(width > 0)) return span || 1;
  // Two digits, so that the edges can be read.
  return Number(width.toPrecision(2));
}

/** Sums of the values by category, as they first come, or from the largest. */
export function sumsOf({ levels, values }: ExtendedData, fromLargest: boolean): Columns {
  const sums = new Map<string, number>();
  values.forEach((value, index) => {
    const name = levels[0]?.[index] ?? String(index + 1);
    sums.set(name, (sums.get(name) ?? 0) + (value ?? 0));
  });
  const entries = [...sums];
  if (fromLargest) entries.sort(([, one], [, other]) => other - one);
  return { names: entries.map(([name]) => name), values: entries.map(([, value]) => value) };
}
