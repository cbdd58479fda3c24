import { buildFile, type FileObject } from "../../testing/build-file.ts";

/** Parts of {@link pdfaFile} that a test may replace or add. */
export interface PdfaParts {
  header?: string;
  trailer?: string;
  catalog?: string;
  page?: string;
  resources?: string;
  content?: string;
  /** Properties of the metadata beside the identification. */
  properties?: string;
  identification?: string;
  objects?: Record<number, FileObject>;
}

const HEADER = "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n";

/** The header of an ICC profile; nothing after it is read. */
export function iccProfile(colorSpace: string, deviceClass = "mntr"): string {
  const bytes = new Array<string>(132).fill("\0");
  bytes[8] = "\x04";
  for (const [at, word] of [
    [12, deviceClass],
    [16, colorSpace],
    [36, "acsp"],
  ] as const) {
    for (let index = 0; index < 4; index++) bytes[at + index] = word[index] ?? " ";
  }
  return bytes.join("");
}

export function metadata(identification: string, properties = ""): FileObject {
  const bytes =
    `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">` +
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""` +
    ` xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"` +
    ` xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">` +
    `${identification}${properties}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
  return { entries: "/Type/Metadata/Subtype/XML", bytes };
}

const TO_UNICODE =
  "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange " +
  "1 beginbfchar <41> <0041> endbfchar endcmap end";

/** A valid PDF/A-2a file of one page with a letter in a Type 3 font: structure, output intent, metadata. */
export function pdfaFile(parts: PdfaParts = {}): Uint8Array {
  const identification =
    parts.identification ?? "<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>";
  const objects: Record<number, FileObject> = {
    1:
      `<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R/OutputIntents[6 0 R]/MarkInfo<</Marked true>>/Lang(en)` +
      `/ViewerPreferences<</DisplayDocTitle true>>/StructTreeRoot 12 0 R${parts.catalog ?? ""}>>`,
    2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    3:
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 300]/Contents 4 0 R/StructParents 0` +
      `/Resources<</Font<</F 8 0 R>>${parts.resources ?? ""}>>${parts.page ?? ""}>>`,
    4: { entries: "", bytes: parts.content ?? "/P <</MCID 0>> BDC BT /F 20 Tf 20 150 Td (A) Tj ET EMC" },
    5: metadata(identification, parts.properties),
    6: "<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/DestOutputProfile 7 0 R>>",
    7: { entries: "/N 3", bytes: iccProfile("RGB ") },
    8:
      "<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 65/LastChar 65" +
      "/Widths[600]/Encoding<</Type/Encoding/Differences[65/A]>>/CharProcs<</A 9 0 R>>/Resources<<>>/ToUnicode 10 0 R>>",
    9: { entries: "", bytes: "600 0 0 0 500 700 d1 0 0 500 700 re f" },
    10: { entries: "", bytes: TO_UNICODE },
    12: "<</Type/StructTreeRoot/K 13 0 R/ParentTree<</Nums[0[14 0 R]]>>>>",
    13: "<</Type/StructElem/S/Document/P 12 0 R/K[14 0 R]>>",
    14: "<</Type/StructElem/S/P/P 13 0 R/Pg 3 0 R/K 0>>",
    ...parts.objects,
  };
  return buildFile(objects, {
    header: parts.header ?? HEADER,
    trailer: parts.trailer ?? "/Root 1 0 R/ID[<00><00>]",
  });
}

/** {@link pdfaFile} that claims to be PDF/UA-1. */
export function accessibleFile(parts: PdfaParts = {}): Uint8Array {
  return pdfaFile({
    identification:
      "<pdfuaid:part>1</pdfuaid:part>" +
      `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Report</rdf:li></rdf:Alt></dc:title>`,
    ...parts,
  });
}
