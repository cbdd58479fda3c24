import { describe, expect, it } from "vitest";
import { PROPERTY } from "./property-ids.ts";
import { readRecord } from "./records.ts";
import { ShapeProperties } from "./shape-properties.ts";
import { array, bytesOf, options, record, u16, u32 } from "./testing/art-records.ts";

function read(...tables: Uint8Array[]): ShapeProperties {
  return ShapeProperties.read(tables.map((table) => readRecord(table, 0)).filter((table) => table !== undefined));
}

describe("ShapeProperties", () => {
  it("reads simple, signed and fixed values", () => {
    const properties = read(options({ [PROPERTY.rotation]: 0xffd3_0000, [PROPERTY.lineWidth]: 12_700 }));
    expect(properties.fixed(PROPERTY.rotation)).toBe(-45);
    expect(properties.signed(PROPERTY.rotation)).toBe(-45 * 65_536);
    expect(properties.number(PROPERTY.lineWidth)).toBe(12_700);
    expect(properties.number(PROPERTY.fillColor)).toBeUndefined();
  });

  it("finds the data of complex values in the order of their entries", () => {
    const name = u16(0x41, 0x42, 0);
    const properties = read(
      options({ [PROPERTY.name]: name, [PROPERTY.vertices]: array(8, u32(1, 2), u32(3, 4)), [PROPERTY.lineWidth]: 1 }),
    );
    expect(properties.text(PROPERTY.name)).toBe("AB");
    expect(properties.array(PROPERTY.vertices)).toEqual({ count: 2, elementBytes: 8, bytes: u32(1, 2, 3, 4) });
  });

  it("knows arrays whose length leaves the header out, and elements of four bytes under their own code", () => {
    const points = array(0xfff0, u16(1, 2), u16(3, 4));
    const head = bytesOf(u16(PROPERTY.vertices | 0x8000), u32(points.length - 6), u16(PROPERTY.name | 0x8000), u32(4));
    const properties = read(record(0xf00b, bytesOf(head, points, u16(0x43, 0)), 2, 3));
    expect(properties.array(PROPERTY.vertices)).toEqual({ count: 2, elementBytes: 4, bytes: u16(1, 2, 3, 4) });
    expect(properties.text(PROPERTY.name)).toBe("C");
  });

  it("tells unsaid booleans from false ones", () => {
    const properties = read(options({ 0x01ff: 0x0008_0000, 0x01bf: 0x0010_0010 }));
    expect(properties.flag(PROPERTY.hasLine)).toBe(false);
    expect(properties.flag(PROPERTY.isFilled)).toBe(true);
    expect(properties.flag(PROPERTY.hasShadow)).toBeUndefined();
  });

  it("adds a later table's booleans to those of an earlier one", () => {
    const properties = read(options({ 0x01ff: 0x0008_0008 }), options({ 0x01ff: 0x0001_0001 }, 0xf122));
    expect(properties.flag(PROPERTY.hasLine)).toBe(true);
    expect(properties.flag(0x01ff)).toBe(true);
  });

  it("takes what is missing from the fallback properties", () => {
    const master = read(options({ [PROPERTY.fillColor]: 5, [PROPERTY.lineColor]: 6, 0x01bf: 0x0010_0010 }));
    const properties = read(options({ [PROPERTY.fillColor]: 7, 0x01bf: 0x0001_0001 })).over(master);
    expect(properties.number(PROPERTY.fillColor)).toBe(7);
    expect(properties.number(PROPERTY.lineColor)).toBe(6);
    expect(properties.flag(PROPERTY.isFilled)).toBe(true);
  });

  it("says one boolean to be false and leaves the others alone", () => {
    const properties = read(options({ 0x01bf: 0x0010_0010, 0x023f: 0x0002_0002 })).without(PROPERTY.hasShadow);
    expect(properties.flag(PROPERTY.hasShadow)).toBe(false);
    expect(properties.flag(PROPERTY.isFilled)).toBe(true);
  });

  it("reads a table that promises more than it has", () => {
    const properties = read(record(0xf00b, bytesOf(u16(PROPERTY.lineWidth), u32(3), [1, 2]), 0xfff, 3));
    expect(properties.number(PROPERTY.lineWidth)).toBe(3);
  });
});
