import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { parseDate } from "./strtotime.ts";

/** Wednesday 2024-02-28 15:30:45 in Berlin. */
const NOW = new Date("2024-02-28T14:30:45Z");

/** Texts and the instants PHP 8.2's strtotime() reads from them in Europe/Berlin at that time. */
const CASES: Readonly<Record<string, readonly (readonly [text: string, expected: string | undefined])[]>> = {
  "ISO 8601": [
    ["2024-02-29", "2024-02-28T23:00:00Z"],
    ["2024-2-9", "2024-02-08T23:00:00Z"],
    ["+2024-02-29", "2024-02-28T23:00:00Z"],
    ["2024-02-29 10:20", "2024-02-29T09:20:00Z"],
    ["2024-02-29 10:20:30", "2024-02-29T09:20:30Z"],
    ["2024-02-29T10:20:30", "2024-02-29T09:20:30Z"],
    ["2024-02-29T10:20:30Z", "2024-02-29T10:20:30Z"],
    ["2024-02-29T10:20:30+02:00", "2024-02-29T08:20:30Z"],
    ["20240229", "2024-02-28T23:00:00Z"],
    ["20240229T102030", "2024-02-29T09:20:30Z"],
    ["2024-02", "2024-01-31T23:00:00Z"],
    ["2024W09", "2024-02-25T23:00:00Z"],
    ["2024-W09-5", "2024-02-29T23:00:00Z"],
    ["2024.060", "2024-02-28T23:00:00Z"],
    ["2024060", "2024-02-28T23:00:00Z"],
    ["24-02-29", "2024-02-28T23:00:00Z"],
  ],
  "numbers with slashes, dashes and points": [
    ["2/29/2024", "2024-02-28T23:00:00Z"],
    ["2/9/24", "2024-02-08T23:00:00Z"],
    ["12/31", "2024-12-30T23:00:00Z"],
    ["2024/02/29", "2024-02-28T23:00:00Z"],
    ["29-2-2024", "2024-02-28T23:00:00Z"],
    ["29.2.2024", "2024-02-28T23:00:00Z"],
    ["29.2.24", "2024-02-28T23:00:00Z"],
    ["1.1.70", "1969-12-31T23:00:00Z"],
    ["1.1.69", "2068-12-31T23:00:00Z"],
  ],
  "month names": [
    ["29 February 2024", "2024-02-28T23:00:00Z"],
    ["29-Feb-2024", "2024-02-28T23:00:00Z"],
    ["29feb2024", "2024-02-28T23:00:00Z"],
    ["1st March 2024", "2024-02-29T23:00:00Z"],
    ["March 1st, 2024", "2024-02-29T23:00:00Z"],
    ["Mar. 3 2024", "2024-03-02T23:00:00Z"],
    ["SEPT 5, 2023", "2023-09-04T22:00:00Z"],
    ["March 2024", "2024-02-29T23:00:00Z"],
    ["2024 March", "2024-02-29T23:00:00Z"],
    ["March", "2024-03-27T23:00:00Z"],
    ["Mar-05-2024", "2024-03-04T23:00:00Z"],
    ["2024-Mar-05", "2024-03-04T23:00:00Z"],
    ["5 XII 2023", "2023-12-04T23:00:00Z"],
    ["12 April", "2024-04-11T22:00:00Z"],
  ],
  "mail, log and database formats": [
    ["Thu, 29 Feb 2024 10:20:30 +0100", "2024-02-29T09:20:30Z"],
    ["Sat, 13 Mar 2010 11:30:00 GMT", "2010-03-13T11:30:00Z"],
    ["10/Oct/2000:13:55:36 -0700", "2000-10-10T20:55:36Z"],
    ["2008:08:07 18:11:31", "2008-08-07T16:11:31Z"],
    ["May-18 2023", "2023-05-17T22:00:00Z"],
  ],
  times: [
    ["10:20", "2024-02-28T09:20:00Z"],
    ["10.20", "2024-02-28T09:20:00Z"],
    ["4 am", "2024-02-28T03:00:00Z"],
    ["4:08am", "2024-02-28T03:08:00Z"],
    ["4:08:37 p.m.", "2024-02-28T15:08:37Z"],
    ["12am", "2024-02-27T23:00:00Z"],
    ["12pm", "2024-02-28T11:00:00Z"],
    ["T10:20", "2024-02-28T09:20:00Z"],
    ["1020", "2024-02-28T09:20:00Z"],
    ["24:00", "2024-02-28T23:00:00Z"],
    ["noon", "2024-02-28T11:00:00Z"],
    ["midnight", "2024-02-27T23:00:00Z"],
    ["back of 7pm", "2024-02-28T18:15:00Z"],
    ["front of 5am", "2024-02-28T03:45:00Z"],
    ["10:20 2024-03-01", "2024-03-01T09:20:00Z"],
    ["2024-03-01 4pm", "2024-03-01T15:00:00Z"],
  ],
  zones: [
    ["2024-07-01 10:00 EST", "2024-07-01T15:00:00Z"],
    ["2024-07-01 10:00 CEST", "2024-07-01T08:00:00Z"],
    ["2024-07-01 10:00 (PST)", "2024-07-01T18:00:00Z"],
    ["2024-07-01 10:00 Europe/Paris", "2024-07-01T08:00:00Z"],
    ["2024-07-01 10:00 America/New_York", "2024-07-01T14:00:00Z"],
    ["2024-07-01 10:00 GMT+3", "2024-07-01T07:00:00Z"],
    ["2024-07-01 10:00 z", "2024-07-01T10:00:00Z"],
    ["2024-07-01 10:00 +5", "2024-07-01T05:00:00Z"],
    ["2024-07-01 10:00 +053045", "2024-07-01T04:29:15Z"],
  ],
  timestamps: [
    ["@0", "1970-01-01T00:00:00Z"],
    ["@86400", "1970-01-02T00:00:00Z"],
    ["@-1", "1969-12-31T23:59:59Z"],
    ["@86400 +1 day", "1970-01-03T00:00:00Z"],
  ],
  "relative words": [
    ["now", "2024-02-28T14:30:45Z"],
    ["today", "2024-02-27T23:00:00Z"],
    ["tomorrow", "2024-02-28T23:00:00Z"],
    ["yesterday", "2024-02-26T23:00:00Z"],
    ["tomorrow noon", "2024-02-29T11:00:00Z"],
    ["yesterday 14:00", "2024-02-27T13:00:00Z"],
    ["noon tomorrow", "2024-02-28T23:00:00Z"],
  ],
  "relative units": [
    ["+30 days", "2024-03-29T14:30:45Z"],
    ["-2 weeks", "2024-02-14T14:30:45Z"],
    ["+1 month", "2024-03-28T14:30:45Z"],
    ["+1 month -1 day", "2024-03-27T14:30:45Z"],
    ["1 month ago", "2024-01-28T14:30:45Z"],
    ["2 weeks 3 days ago", "2024-02-11T14:30:45Z"],
    ["+1 week 2 days 4 hours 2 seconds", "2024-03-08T18:30:47Z"],
    ["+ 3 hours", "2024-02-28T17:30:45Z"],
    ["--3 days", "2024-03-02T14:30:45Z"],
    ["+2 fortnights", "2024-03-27T14:30:45Z"],
    ["+90 min", "2024-02-28T16:00:45Z"],
    ["1 year", "2025-02-28T14:30:45Z"],
    ["+1 year +1 month", "2025-03-28T14:30:45Z"],
    ["2024-01-31 +1 month", "2024-03-01T23:00:00Z"],
    ["2024-01-31 +13 months", "2025-03-02T23:00:00Z"],
    ["2023-12-31 -1 month", "2023-11-30T23:00:00Z"],
  ],
  weekdays: [
    ["monday", "2024-03-03T23:00:00Z"],
    ["wed", "2024-02-27T23:00:00Z"],
    ["Wednesday", "2024-02-27T23:00:00Z"],
    ["next monday", "2024-03-03T23:00:00Z"],
    ["last monday", "2024-02-25T23:00:00Z"],
    ["this friday", "2024-02-29T23:00:00Z"],
    ["+1 monday", "2024-03-04T14:30:45Z"],
    ["first monday", "2024-03-03T23:00:00Z"],
    ["monday next week", "2024-03-03T23:00:00Z"],
    ["sunday this week", "2024-03-02T23:00:00Z"],
    ["friday previous week", "2024-02-22T23:00:00Z"],
    ["next week", "2024-03-04T14:30:45Z"],
    ["saturday 10:00", "2024-03-02T09:00:00Z"],
    ["2024-03-01 monday", "2024-03-03T23:00:00Z"],
    ["+3 weekdays", "2024-03-04T14:30:45Z"],
    ["-3 weekdays", "2024-02-23T14:30:45Z"],
    ["5 weekdays ago", "2024-02-21T14:30:45Z"],
    ["third friday", "2024-03-14T23:00:00Z"],
  ],
  "days of a month": [
    ["first day of next month", "2024-03-01T14:30:45Z"],
    ["last day of this month", "2024-02-29T14:30:45Z"],
    ["last day of february 2023", "2023-02-27T23:00:00Z"],
    ["first day of", "2024-02-01T14:30:45Z"],
    ["first day of january", "2023-12-31T23:00:00Z"],
    ["first monday of january 2025", "2025-01-05T23:00:00Z"],
    ["last friday of next month", "2024-03-28T23:00:00Z"],
    ["second tuesday of march 2024", "2024-03-11T23:00:00Z"],
    ["third fri of this month", "2024-02-15T23:00:00Z"],
    ["last day of last month 18:00", "2024-01-31T17:00:00Z"],
  ],
  "next, last, this": [
    ["next month", "2024-03-28T14:30:45Z"],
    ["last year", "2023-02-28T14:30:45Z"],
    ["this month", "2024-02-28T14:30:45Z"],
    ["previous day", "2024-02-27T14:30:45Z"],
    ["next year", "2025-02-28T14:30:45Z"],
    ["third month", "2024-05-28T13:30:45Z"],
    ["twelfth day", "2024-03-11T14:30:45Z"],
    ["last hour", "2024-02-28T13:30:45Z"],
  ],
  overflow: [
    ["2024-02-30", "2024-02-29T23:00:00Z"],
    ["2023-02-31", "2023-03-02T23:00:00Z"],
    ["4/31/2024", "2024-04-30T22:00:00Z"],
    ["2024-00-10", "2023-12-09T23:00:00Z"],
  ],
  "no dates": [
    ["2024-02-32", undefined],
    ["2024-13-01", undefined],
    ["13/13/2024", undefined],
    ["hello", undefined],
    ["2024-01-01 2024-01-02", undefined],
    ["10:00 11:00", undefined],
    ["25:00", undefined],
    ["monday hello", undefined],
    ["1 apple", undefined],
    ["2024-01-01 Foo/Bar", undefined],
    ["2024-01-01T10:00:00+99:00", undefined],
    ["é", undefined],
    ["2024-01-01 10:61", undefined],
  ],
};

const isoSeconds = (epochMs: number | undefined): string | undefined =>
  epochMs === undefined ? undefined : `${new Date(epochMs).toISOString().slice(0, 19)}Z`;

describe.each(Object.entries(CASES))("parseDate reads %s", (_, cases) => {
  it.each(cases)("%j", (text, expected) => {
    expect(isoSeconds(parseDate(text, { now: NOW, timeZone: "Europe/Berlin" }))).toBe(expected);
  });
});

describe("parseDate", () => {
  const parse = (text: string, timeZone = "UTC") => parseDate(text, { now: NOW, timeZone });

  it.each([
    ["2024-02-29T10:20:30.5Z", "2024-02-29T10:20:30.500Z"],
    ["10:20:30.75", "2024-02-28T10:20:30.750Z"],
    ["10:20:30.123pm", "2024-02-28T22:20:30.123Z"],
    ["@86400.5", "1970-01-02T00:00:00.500Z"],
    ["+1500 ms", "2024-02-28T14:30:46.500Z"],
  ])("keeps the fraction of %j", (text, expected) => {
    expect(new Date(present(parse(text))).toISOString()).toBe(expected);
  });

  it.each([
    ["Europe/Berlin", "2024-03-31 02:30", "2024-03-31T01:30:00.000Z"],
    ["Europe/Berlin", "2024-10-27 02:30", "2024-10-27T01:30:00.000Z"],
    ["America/New_York", "2024-03-10 02:30", "2024-03-10T07:30:00.000Z"],
    ["America/New_York", "2024-11-03 01:30", "2024-11-03T05:30:00.000Z"],
    ["Australia/Sydney", "2024-10-06 02:30", "2024-10-05T16:30:00.000Z"],
    ["Asia/Kolkata", "2024-10-06 02:30", "2024-10-05T21:00:00.000Z"],
  ])("takes the offset of %s at %s", (timeZone, text, expected) => {
    expect(new Date(present(parse(text, timeZone))).toISOString()).toBe(expected);
  });

  it.each(["", "   ", "\n", "1".repeat(201), `+1 day ${" ".repeat(300)}`])(
    "finds no date in blank or long text",
    (text) => {
      expect(parse(text)).toBeUndefined();
    },
  );

  it("finds no date beyond the range of Date", () => {
    expect(parse("@99999999999999")).toBeUndefined();
    expect(parse("+9999999999999 years")).toBeUndefined();
  });

  it("takes a non-breaking blank for a blank", () => {
    expect(parse("2024-03-01\u00a010:00")).toBe(Date.UTC(2024, 2, 1, 10));
    expect(parse("10\u202fpm")).toBe(Date.UTC(2024, 1, 28, 22));
  });

  it("needs time in proportion to a text of repeated beginnings", () => {
    for (const piece of ["1", "-", "+1 ", "jan ", "first ", "first day ", ". ", "1/", "t1", "("]) {
      const text = piece.repeat(Math.floor(200 / piece.length));
      expect(() => parse(text)).not.toThrow();
    }
  });
});
