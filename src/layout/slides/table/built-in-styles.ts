/**
 * Office's own table styles. Files name them by id and often leave their definition out, so it is made here in the form
 * in which `a:tblStyleLst` would hold it.
 */
import type { XmlNode } from "../../../office/xml-node.ts";

type Family =
  | "themed1"
  | "themed2"
  | "light1"
  | "light2"
  | "light3"
  | "medium1"
  | "medium2"
  | "medium3"
  | "medium4"
  | "dark1"
  | "dark2";

/** Ids of each family: without accent, then for the accents 1 to 6. */
const IDS: Readonly<Record<Exclude<Family, "dark2">, readonly string[]>> = {
  themed1: [
    "2D5ABB26-0587-4C30-8999-92F81FD0307C",
    "3C2FFA5D-87B4-456A-9821-1D502468CF0F",
    "284E427A-3D55-4303-BF80-6455036E1DE7",
    "69C7853C-536D-4A76-A0AE-DD22124D55A5",
    "775DCB02-9BB8-47FD-8907-85C794F793BA",
    "35758FB7-9AC5-4552-8A53-C91805E547FA",
    "08FB837D-C827-4EFA-A057-4D05807E0F7C",
  ],
  themed2: [
    "5940675A-B579-460E-94D1-54222C63F5DA",
    "D113A9D2-9D6B-4929-AA2D-F23B5EE8CBE7",
    "18603FDC-E32A-4AB5-989C-0864C3EAD2B8",
    "306799F8-075E-4A3A-A7F6-7FBC6576F1A4",
    "E269D01E-BC32-4049-B463-5C60D7B0CCD2",
    "327F97BB-C833-4FB7-BDE5-3F7075034690",
    "638B1855-1B75-4FBE-930C-398BA8C253C6",
  ],
  light1: [
    "9D7B26C5-4107-4FEC-AEDC-1716B250A1EF",
    "3B4B98B0-60AC-42C2-AFA5-B58CD77FA1E5",
    "0E3FDE45-AF77-4B5C-9715-49D594BDF05E",
    "C083E6E3-FA7D-4D7B-A595-EF9225AFEA82",
    "D27102A9-8310-4765-A935-A1911B00CA55",
    "5FD0F851-EC5A-4D38-B0AD-8093EC10F338",
    "68D230F3-CF80-4859-8CE7-A43EE81993B5",
  ],
  light2: [
    "7E9639D4-E3E2-4D34-9284-5A2195B3D0D7",
    "69012ECD-51FC-41F1-AA8D-1B2483CD663E",
    "72833802-FEF1-4C79-8D5D-14CF1EAF98D9",
    "F2DE63D5-997A-4646-A377-4702673A728D",
    "17292A2E-F333-43FB-9621-5CBBE7FDCDCB",
    "5A111915-BE36-4E01-A7E5-04B1672EAD32",
    "912C8C85-51F0-491E-9774-3900AFEF0FD7",
  ],
  light3: [
    "616DA210-FB5B-4158-B5E0-FEB733F419BA",
    "BC89EF96-8CEA-46FF-86C4-4CE0E7609802",
    "5DA37D80-6434-44D0-A028-1B22A696006F",
    "8799B23B-EC83-4686-B30A-512413B5E67A",
    "ED083AE6-46FA-4A59-8FB0-9F97EB10719F",
    "BDBED569-4797-4DF1-A0F4-6AAB3CD982D8",
    "E8B1032C-EA38-4F05-BA0D-38AFFFC7BED3",
  ],
  medium1: [
    "793D81CF-94F2-401A-BA57-92F5A7B2D0C5",
    "B301B821-A1FF-4177-AEE7-76D212191A09",
    "9DCAF9ED-07DC-4A11-8D7F-57B35C25682E",
    "1FECB4D8-DB02-4DC6-A0A2-4F2EBAE1DC90",
    "1E171933-4619-4E11-9A3F-F7608DF75F80",
    "FABFCF23-3B69-468F-B69F-88F6DE6A72F2",
    "10A1B5D5-9B99-4C35-A422-299274C87663",
  ],
  medium2: [
    "073A0DAA-6AF3-43AB-8588-CEC1D06C72B9",
    "5C22544A-7EE6-4342-B048-85BDC9FD1C3A",
    "21E4AEA4-8DFA-4A89-87EB-49C32662AFE0",
    "F5AB1C69-6EDB-4FF4-983F-18BD219EF322",
    "00A15C55-8517-42AA-B614-E9B94910E393",
    "7DF18680-E054-41AD-8BC1-D1AEF772440D",
    "93296810-A885-4BE3-A3E7-6D5BEEA58F35",
  ],
  medium3: [
    "8EC20E35-A176-4012-BC5E-935CFFF8708E",
    "6E25E649-3F16-4E02-A733-19D2CDBF48F0",
    "85BE263C-DBD7-4A20-BB59-AAB30ACAA65A",
    "EB344D84-9AFB-497E-A393-DC336BA19D2E",
    "EB9631B5-78F2-41C9-869B-9F39066F8104",
    "74C1A8A3-306A-4EB7-A6B1-4F7E0EB9C5D6",
    "2A488322-F2BA-4B5B-9748-0D474271808F",
  ],
  medium4: [
    "D7AC3CCA-C797-4891-BE02-D94E43425B78",
    "69CF1AB2-1976-4502-BF36-3FF5EA218861",
    "8A107856-5554-42FB-B03E-39F5DBC370BA",
    "0505E3EF-67EA-436B-97B2-0124C06EBD24",
    "C4B1156A-380E-4F78-BDF5-A606A8083BF9",
    "22838BEF-8BB2-4498-84A7-C5851F593DF1",
    "16D9F66E-5EB9-4882-86FB-DCBF35E3C3E4",
  ],
  dark1: [
    "E8034E78-7F5D-4C2E-B375-FC64B27BC917",
    "125E5076-3810-47DD-B79F-674D7AD40C01",
    "37CE84F3-28C3-443E-9E96-99CF82512B78",
    "D03447BB-5D67-496B-8E87-E561075AD55C",
    "E929F9F4-4A8F-4326-A1B4-22849713DDAB",
    "8FD4443E-F989-4FC4-A0C8-D5A2AF1F390B",
    "AF606853-7671-496A-8E4F-DF71F8EC918B",
  ],
};

/** Dark Style 2 pairs accents: body and header. */
const PAIRED: Readonly<Record<string, readonly [string, string]>> = {
  "5202B0CA-FC54-4496-8BCA-5EF66A818D29": ["dk1", "dk1"],
  "0660B408-B3CF-4A94-85FC-2B1E0A45F4A2": ["accent1", "accent2"],
  "91EBBBCC-DAD2-459C-BE2E-F6DE35CF9A28": ["accent3", "accent4"],
  "46F890A9-2807-4EBB-B81D-B2AA78EC7F39": ["accent5", "accent6"],
};

/** The two of the first column of `IDS` that are not themed styles. */
const NO_GRID = IDS.themed1[0];
const GRID = IDS.themed2[0];

/**
 * A part as words: `text=COLOR`, `bold`, `fill=COLOR`, `SIDES=COLOR:EMU` where sides are of l r t b h v. A color may
 * have transforms: `accent/tint40`. `A` is the style's accent, `B` the second of a pair.
 */
type Parts = Readonly<Record<string, string>>;

const BANDS = (fill: string): Parts => ({ band1H: fill, band1V: fill });

const FAMILIES: Readonly<Record<Family, Parts>> = {
  themed1: {
    wholeTbl: "text=dk1 lrtbhv=A:12700",
    ...BANDS("fill=A/alpha40"),
    firstCol: "bold",
    lastCol: "bold",
    lastRow: "bold t=A:12700",
    firstRow: "bold text=lt1 fill=A b=lt1:12700",
  },
  themed2: {
    tblBg: "fill=A",
    wholeTbl: "text=lt1 lrtb=A/tint50:12700",
    ...BANDS("fill=lt1/alpha20"),
    firstCol: "bold r=lt1:12700",
    lastCol: "bold l=lt1:12700",
    lastRow: "bold t=lt1:12700",
    firstRow: "bold b=lt1:12700",
  },
  light1: {
    wholeTbl: "text=tx1 tb=A:12700",
    ...BANDS("fill=A/alpha20"),
    firstCol: "bold",
    lastCol: "bold",
    lastRow: "bold t=A:12700",
    firstRow: "bold b=A:12700",
  },
  light2: {
    wholeTbl: "text=tx1 lrtb=A:12700",
    band1H: "tb=A:12700",
    band1V: "lr=A:12700",
    band2V: "lr=A:12700",
    firstCol: "bold",
    lastCol: "bold",
    lastRow: "bold t=A:50800",
    firstRow: "bold text=bg1 fill=A",
  },
  light3: {
    wholeTbl: "text=tx1 lrtbhv=A:12700",
    ...BANDS("fill=A/alpha20"),
    firstCol: "bold",
    lastCol: "bold",
    lastRow: "bold t=A:50800",
    firstRow: "bold text=A b=A:25400",
  },
  medium1: {
    wholeTbl: "text=dk1 fill=lt1 lrtbh=A:12700",
    ...BANDS("fill=A/tint20"),
    firstCol: "bold",
    lastCol: "bold",
    lastRow: "bold fill=lt1 t=A:50800",
    firstRow: "bold text=lt1 fill=A",
  },
  medium2: {
    wholeTbl: "text=dk1 fill=A/tint20 lrtbhv=lt1:12700",
    ...BANDS("fill=A/tint40"),
    firstCol: "bold text=lt1 fill=A",
    lastCol: "bold text=lt1 fill=A",
    lastRow: "bold text=lt1 fill=A t=lt1:38100",
    firstRow: "bold text=lt1 fill=A b=lt1:38100",
  },
  medium3: {
    wholeTbl: "text=dk1 fill=lt1 tb=dk1:25400",
    ...BANDS("fill=dk1/tint20"),
    firstCol: "bold text=lt1 fill=A",
    lastCol: "bold text=lt1 fill=A",
    lastRow: "bold fill=lt1 t=dk1:50800",
    firstRow: "bold text=lt1 fill=A b=dk1:25400",
  },
  medium4: {
    wholeTbl: "text=dk1 fill=A/tint20 lrtbhv=A:12700",
    ...BANDS("fill=A/tint40"),
    firstCol: "bold",
    lastCol: "bold",
    lastRow: "bold fill=A/tint20 t=A:25400",
    firstRow: "bold fill=A/tint20",
  },
  dark1: {
    wholeTbl: "text=lt1 fill=A",
    ...BANDS("fill=A/shade60"),
    firstCol: "bold fill=A/shade60 r=lt1:25400",
    lastCol: "bold fill=A/shade60 l=lt1:25400",
    lastRow: "bold fill=A/shade40 t=lt1:25400",
    firstRow: "bold fill=dk1 b=lt1:25400",
  },
  dark2: {
    wholeTbl: "text=dk1 fill=A/tint20",
    ...BANDS("fill=A/tint40"),
    firstCol: "bold",
    lastCol: "bold",
    lastRow: "bold fill=A/tint20 t=dk1:50800",
    firstRow: "bold text=lt1 fill=B",
  },
};

const SIDE_NAMES: Readonly<Record<string, string>> = {
  l: "a:left",
  r: "a:right",
  t: "a:top",
  b: "a:bottom",
  h: "a:insideH",
  v: "a:insideV",
};

function node(name: string, children: XmlNode[], attributes: Readonly<Record<string, string>> = {}): XmlNode {
  return { name, attributes, children, text: "" };
}

type Accents = readonly [first: string, second: string];

function colorNode(source: string, [first, second]: Accents): XmlNode {
  const [name = "", transform] = source.split("/");
  const color = name === "A" ? first : name === "B" ? second : name;
  const match = /^([a-z]+)(\d+)$/.exec(transform ?? "");
  const transforms = match ? [node(`a:${match[1]}`, [], { val: `${match[2]}000` })] : [];
  return node("a:schemeClr", transforms, { val: color });
}

function partNode(name: string, source: string, accents: Accents): XmlNode {
  const text = { attributes: {} as Record<string, string>, children: [] as XmlNode[] };
  const borders: XmlNode[] = [];
  const fills: XmlNode[] = [];
  for (const word of source.split(" ")) {
    const [key = "", value = ""] = word.split("=");
    if (key === "bold") text.attributes.b = "on";
    else if (key === "text") text.children.push(colorNode(value, accents));
    else if (key === "fill") fills.push(node("a:fill", [node("a:solidFill", [colorNode(value, accents)])]));
    else {
      const [color = "", width = "12700"] = value.split(":");
      for (const side of key) {
        const line = node("a:ln", [node("a:solidFill", [colorNode(color, accents)])], { w: width });
        borders.push(node(SIDE_NAMES[side] ?? "a:left", [line]));
      }
    }
  }
  if (name === "tblBg") return node("a:tblBg", fills);
  return node(`a:${name}`, [
    node("a:tcTxStyle", text.children, text.attributes),
    node("a:tcStyle", [node("a:tcBdr", borders), ...fills]),
  ]);
}

function makeStyle(parts: Parts, accents: Accents): XmlNode {
  return node(
    "a:tblStyle",
    Object.entries(parts).map(([name, source]) => partNode(name, source, accents)),
  );
}

/** The style with that id (`{...}` in upper case); undefined for ids that Office does not know. */
export function builtInTableStyle(id: string): XmlNode | undefined {
  const key = id.replace(/[{}]/g, "");
  if (key === NO_GRID) return makeStyle({ wholeTbl: "text=tx1" }, ["tx1", "tx1"]);
  if (key === GRID) return makeStyle({ wholeTbl: "text=tx1 lrtbhv=tx1:12700" }, ["tx1", "tx1"]);
  const pair = PAIRED[key];
  if (pair) return makeStyle(FAMILIES.dark2, pair);
  for (const [family, ids] of Object.entries(IDS) as [keyof typeof IDS, readonly string[]][]) {
    const index = ids.indexOf(key);
    if (index < 0) continue;
    const accent = index === 0 ? (family.startsWith("light") ? "tx1" : "dk1") : `accent${index}`;
    return makeStyle(FAMILIES[family], [accent, accent]);
  }
  return undefined;
}
