import { describe, expect, it } from "vitest";
import { docx, paragraph, run } from "../testing/docx-builder.ts";
import { merge, outline } from "../testing/render.ts";
import { docxEngine } from "./docx-engine.ts";

const DOCUMENT = "word/document.xml";
const TYPES = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const character = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const code = (instruction: string) =>
  `<w:r><w:instrText xml:space="preserve">${instruction.replace(/&/g, "&amp;").replace(/</g, "&lt;")}</w:instrText></w:r>`;
/** A field; parts of its instruction that are markup already, such as fields in it, are given between texts. */
const field = (...instruction: string[]) =>
  `${character("begin")}${instruction.map((each) => (each.startsWith("<w:") ? each : code(each))).join("")}${character("separate")}${run("STALE")}${character("end")}`;
const merged = (name: string) => field(` MERGEFIELD ${name} `);
const p = (...content: string[]) => `<w:p>${content.join("")}</w:p>`;

/** What a reader sees of a part: results of fields and not their instructions, nor what fields in those show. */
function seen(xml: string): string {
  const depths: boolean[] = [];
  const visible = xml.replace(
    /<w:fldChar\b[^>]*?w:fldCharType="(\w+)"[^>]*>|<w:instrText\b[^>]*>[^<]*<\/w:instrText>|<w:(t|br)\b[^>]*>[^<]*/g,
    (whole, type: string | undefined, text: string | undefined) => {
      if (type === "begin") depths.push(false);
      if (type === "separate") depths[depths.length - 1] = true;
      if (type === "end") depths.pop();
      return text !== undefined && depths.every(Boolean) ? whole : "";
    },
  );
  return outline(visible);
}

async function result(body: string, data: Record<string, unknown>, environment = {}) {
  const file = await merge(docxEngine, docx({ body }), data, environment);
  return { text: seen(file.xml(DOCUMENT)), xml: file.xml(DOCUMENT), warnings: file.warnings };
}

describe("conditions of mail merge letters", () => {
  const office = (value: string) => field(" IF ", merged("City"), ` = "${value}" "NY office" "head office" `);

  it.each([
    ["New York", "NY office¶"],
    ["Boston", "head office¶"],
    ['New York" "x" "y', "head office¶"],
    ["", "head office¶"],
    ["New\\York", "head office¶"],
  ])("compare a value as a whole: %s", async (City, expected) => {
    expect((await result(p(office("New York")), { City })).text).toBe(expected);
  });

  it.each([
    [[" IF ", merged("Title"), ' = "" "Dear Sir" "Dear"'], "Dear Sir¶"],
    [[" IF ", merged("Co"), ' <> "" "c/o ', merged("Co"), '" "-"'], "c/o Smith & Sons “Ltd”¶"],
    [[' IF "', merged("Quote"), '" = "He said \\"hi\\"" "yes" "no"'], "yes¶"],
    [[" IF ", merged("Quote"), ' = "He*" "', merged("Quote"), '" "no"'], 'He said "hi"¶'],
    [[" IF ", merged("Sum"), " >= 1000 many few"], "many¶"],
    [[" IF ", merged("Sum"), ' = "1,250" many few'], "many¶"],
    [
      [" IF ", merged("Sum"), " > 5000 ", '"" "few ', field(" IF ", merged("Title"), ' = "" "no title" "title"'), '"'],
      "few no title¶",
    ],
    [[" IF ", field(" COMPARE ", merged("Sum"), " > 5 "), ' = 1 "more" "less"'], "more¶"],
    [[" IF ", field(" = ", merged("Sum"), " * 2 "), ' = 2500 "double" "other"'], "double¶"],
    [[" IF ", merged("Co"), ' = "Smith*Sons*" "family" "other"'], "family¶"],
    [[" IF ", merged("Co"), " = “Smith & Sons” “curly” “other”"], "other¶"],
  ])("%#", async (instruction, expected) => {
    const data = { Title: "", Co: "Smith & Sons “Ltd”", Quote: 'He said "hi"', Sum: 1250 };
    const { text, warnings } = await result(p(field(...instruction)), data);
    expect(text).toBe(expected);
    expect(warnings).toEqual([]);
  });

  const letters = (then: string) =>
    p(run("A "), character("begin"), code(" IF "), merged("Ok"), code(` = 1 "${then}one`)) +
    p(code('two" "'), `<w:r><w:rPr><w:b/></w:rPr><w:instrText>three</w:instrText></w:r>`) +
    p(code('four" '), character("separate"), run("STALE")) +
    p(run("STALE"), character("end"), run(" Z"));

  it("have the paragraphs and the looks of their branch", async () => {
    const yes = await result(letters(""), { Ok: 1 });
    expect(yes.text).toBe("A one¶two Z¶");
    const no = await result(letters(""), { Ok: 0 });
    expect(no.text).toBe("A three¶four Z¶");
    expect(no.xml).toContain('<w:rPr><w:b/></w:rPr><w:t xml:space="preserve">three</w:t>');
    expect(no.xml).not.toContain("STALE");
    expect(no.warnings).toEqual([]);
  });

  const cell = (...content: string[]) => `<w:tc>${content.join("")}</w:tc>`;
  const table = (...cells: string[]) =>
    `<w:tbl><w:tblPr/><w:tblGrid>${'<w:gridCol w:w="900"/>'.repeat(cells.length)}</w:tblGrid><w:tr>${cells.join("")}</w:tr></w:tbl>`;
  const bold = (text: string) =>
    `<w:r><w:rPr><w:b/></w:rPr><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`;

  it("have the tables of their branch", async () => {
    const template =
      p(run("Before "), character("begin"), code(" IF "), merged("Ok"), code(' = 1 "')) +
      table(cell(p(bold("Price"))), cell(p(code("EUR "), merged("Sum")), p(code("net")))) +
      p(code('" "')) +
      table(cell(p(code("nothing")))) +
      p(code('none" '), character("separate"), run("STALE")) +
      table(cell(p(run("STALE")))) +
      p(character("end"), run("After"));
    const yes = await result(template, { Ok: 1, Sum: 12.5 });
    expect(yes.text).toBe("Before ¶Price¶|EUR 12.5¶net¶|/After¶");
    expect(yes.xml).toContain('<w:rPr><w:b/></w:rPr><w:t xml:space="preserve">Price</w:t>');
    expect(yes.xml).not.toMatch(/fldChar|instrText|STALE/);
    expect(yes.warnings).toEqual([]);
    const no = await result(template, { Ok: 0, Sum: 1 });
    expect(no.text).toBe("Before ¶nothing¶|/noneAfter¶");
    expect(no.warnings).toEqual([]);
  });

  it("have the pictures of their branch, and no others", async () => {
    const image = (name: string) =>
      `<w:r><w:drawing><wp:inline xmlns:wp="wp"><wp:docPr id="1" name="${name}"/></wp:inline></w:drawing></w:r>`;
    const template = p(
      character("begin"),
      code(" IF "),
      merged("Ok"),
      code(' = 1 "'),
      image("seal"),
      code(' sealed" "'),
      image("pen"),
      code('" '),
      character("separate"),
      image("stale"),
      character("end"),
    );
    const names = (xml: string) => Array.from(xml.matchAll(/docPr id="\d+" name="(\w+)"/g), ([, name]) => name);
    const yes = await result(template, { Ok: 1 });
    expect([yes.text, names(yes.xml)]).toEqual([" sealed¶", ["seal"]]);
    const no = await result(template, { Ok: 2 });
    expect([no.text, names(no.xml)]).toEqual(["¶", ["pen"]]);
  });

  it("that begin in one cell and end in another are told", async () => {
    const template = table(
      cell(p(character("begin"), code(" IF "), merged("Ok"), code(' = 1 "a" "c" '), character("separate"), run("x"))),
      cell(p(run("STALE"), character("end"))),
    );
    const { warnings } = await result(template, { Ok: 1 });
    expect(warnings).toEqual([expect.stringMatching(/^The field “IF "1" = 1 "a" "c"” shows what it did/)]);
  });

  it("that are none are told", async () => {
    const { text, warnings } = await result(p(field(" IF ", merged("a"), ' "x" "y" ')), { a: 1 });
    expect(text).toBe("STALE¶");
    expect(warnings).toEqual([expect.stringContaining("cannot be calculated")]);
  });

  it("are those of headers, notes and text boxes, too", async () => {
    const content = p(office("New York"));
    const box = `<w:p><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textbox><w:txbxContent>${content}</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>`;
    const template = docx({
      body: `${box}<w:p><w:r><w:footnoteReference w:id="1"/></w:r></w:p><w:p><w:pPr><w:sectPr><w:headerReference xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" w:type="default" r:id="h1"/></w:sectPr></w:pPr></w:p>`,
      parts: {
        "word/header1.xml": { content: `<w:hdr ${W}>${content}</w:hdr>`, type: `${TYPES}.header+xml` },
        "word/footnotes.xml": {
          content: `<w:footnotes ${W}><w:footnote w:id="1">${content}</w:footnote></w:footnotes>`,
          type: `${TYPES}.footnotes+xml`,
        },
      },
      relationships: {
        h1: { type: "header", target: "header1.xml" },
        f1: { type: "footnotes", target: "footnotes.xml" },
      },
    });
    const file = await merge(docxEngine, template, { City: "New York" });
    for (const part of [DOCUMENT, "word/header1.xml", "word/footnotes.xml"])
      expect(seen(file.xml(part))).toContain("NY office");
  });
});

describe("merge fields", () => {
  it.each([
    ["Zip \\# 00000", "02134¶"],
    ['Zip \\# "00000"', "02134¶"],
    ['Price \\# "$#,##0.00"', "$1,234.50¶"],
    ["Price \\#$,0.00", "$1,234.50¶"],
    ["Share \\# 0%", "25%¶"],
    ['Neg \\# "#,##0.00;(#,##0.00)"', "(5.00)¶"],
    ["Price \\* Ordinal", "1235th¶"],
    ["Price \\* OrdText \\* FirstCap", "One thousand two hundred thirty-fifth¶"],
    ["Price \\* CardText \\* MERGEFORMAT", "one thousand two hundred thirty-five¶"],
    ["Price \\* DollarText \\* Caps", "One Thousand Two Hundred Thirty-four And 50/100¶"],
    ["Price \\* Roman", "MCCXXXV¶"],
    ["Price \\* roman", "mccxxxv¶"],
    ["Price \\* Hex", "4D3¶"],
    ["Share \\* ALPHABETIC", "Y¶"],
    ["“Share”", "25¶"],
    ['Zero \\b "[" \\f "]"', "[0]¶"],
    ['Empty \\b "[" \\f "]"', ""],
    ["Text \\* Upper", "DR WHO¶"],
    ["Empty \\# 0.00", "¶"],
  ])("MERGEFIELD %s", async (instruction, expected) => {
    const data = { Zip: "02134", Price: 1234.5, Share: 25, Neg: -5, Zero: 0, Empty: "", Text: "Dr Who" };
    const { text, warnings } = await result(p(field(` MERGEFIELD ${instruction} `)), data);
    expect(text).toBe(expected);
    expect(warnings).toEqual([]);
  });

  it("that are no numbers stay, with a warning", async () => {
    const { text, warnings } = await result(p(field(" MERGEFIELD Price \\# 0.00 ")), { Price: "on request" });
    expect(text).toBe("on request¶");
    expect(warnings).toEqual([expect.stringContaining("The field Price shows numbers as “0.00”")]);
  });

  it("write numbers in the language of the document", async () => {
    const styles = `<w:styles ${W}><w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="de-DE"/></w:rPr></w:rPrDefault></w:docDefaults></w:styles>`;
    const template = docx({
      body: p(field(' MERGEFIELD a \\# "#.##0,00 €" '), run(" "), field(" MERGEFIELD n \\* CardText ")),
      parts: { "word/styles.xml": { content: styles, type: `${TYPES}.styles+xml` } },
      relationships: { s: { type: "styles", target: "styles.xml" } },
    });
    const file = await merge(docxEngine, template, { a: 1234.5, n: 12 });
    expect(seen(file.xml(DOCUMENT))).toBe("1.234,50 € zwölf¶");
  });

  it("are found however runs, links and paragraphs cut them", async () => {
    const oneRun =
      '<w:r><w:rPr><w:b/></w:rPr><w:fldChar w:fldCharType="begin"/><w:instrText> MERGEFIELD a </w:instrText><w:fldChar w:fldCharType="separate"/><w:t>STALE</w:t><w:fldChar w:fldCharType="end"/></w:r>';
    const inLink = `${character("begin")}${code(" MERGE")}${code("FIELD a ")}<w:smartTag w:element="x">${character("separate")}${run("STALE")}</w:smartTag>${character("end")}`;
    const twoParagraphs =
      p(run("x "), character("begin"), code(" MERGEFIELD a "), character("separate"), run("STALE")) +
      p(run("STALE"), character("end")) +
      paragraph("next");
    const { text } = await result(p(oneRun) + p(inLink) + twoParagraphs, { a: "Ann" });
    expect(text).toBe("Ann¶Ann¶x Ann¶next¶");
  });

  it("may be tags cut into runs of an instruction", async () => {
    const cut = [code(' IF "{$Ci'), code('ty}" = "New '), code('York" "yes" "no" ')];
    expect((await result(p(field(...cut)), { City: "New York" })).text).toBe("yes¶");
  });
});

describe("other fields of mail merges", () => {
  it("SET, QUOTE, COMPARE and FILLIN have values", async () => {
    const body =
      p(field(' SET who "', merged("Name"), '" ')) +
      p(field(" REF who "), run(", "), field(" who \\* Upper "), run(" "), field(' IF who = "Ann*" yes no ')) +
      p(field(" QUOTE 65 ", '"', merged("Name"), '" ')) +
      p(field(' FILLIN "Your name?" \\d "nobody" '), run(" "), field(" COMPARE 3 > 2 "));
    const { text, warnings } = await result(body, { Name: "Ann Lee" });
    expect(text.replace(/^[^¶]*¶/, "")).toBe("Ann Lee, ANN LEE yes¶AAnn Lee¶nobody 1¶");
    expect(warnings).toEqual([]);
  });

  const settings = (content: string) => ({
    parts: {
      "word/settings.xml": { content: `<w:settings ${W}>${content}</w:settings>`, type: `${TYPES}.settings+xml` },
    },
    relationships: { s: { type: "settings", target: "settings.xml" } },
  });

  it("document variables are shown, with their tags", async () => {
    const variables = settings(
      '<w:docVars><w:docVar w:name="v" w:val="{$Name}!"/><w:docVar w:name="w" w:val="5"/></w:docVars>',
    );
    const template = docx({
      body: p(field(" DOCVARIABLE V "), run(" "), field(" DOCVARIABLE w \\# 0.0 ")),
      ...variables,
    });
    const file = await merge(docxEngine, template, { Name: "Ann" });
    expect(seen(file.xml(DOCUMENT))).toBe("Ann! 5.0¶");
    expect(file.xml("word/settings.xml")).not.toContain("{");
  });

  const address = docx({
    body:
      p(field(" ADDRESSBLOCK ")) +
      p(field(' GREETINGLINE \\f "<<_BEFORE_ Dear >><<_TITLE0_>><< _LAST0_>><<_AFTER_ ,>>" \\e "Dear Sir or Madam," ')),
  });

  it("addresses and greetings are filled, and nothing of what is not there", async () => {
    const data = {
      FirstName: "Ann",
      last_name: "Lee",
      Company: "ACME",
      Address: "1 Road",
      City: "York",
      PostalCode: "YO1",
    };
    const file = await merge(docxEngine, address, data);
    expect(seen(file.xml(DOCUMENT))).toBe("Ann Lee↵ACME↵1 Road↵York YO1¶Dear Lee,¶");
    const nobody = await merge(docxEngine, address, { Company: "ACME" });
    expect(seen(nobody.xml(DOCUMENT))).toBe("ACME¶Dear Sir or Madam,¶");
  });

  it("are told when a template is saved", async () => {
    const body = ["NEXT", "SKIPIF 1 = 1", "MERGEREC", 'ASK x "q"', "DOCVARIABLE gone"]
      .map((each) => p(field(` ${each} `)))
      .join("");
    const { warnings } = await docxEngine.inspect(docx({ body: body + paragraph("{$a}") }), {});
    expect(warnings.map(({ code, text }) => `${code} ${text}`)).toEqual([
      "mail_merge_field NEXT",
      "mail_merge_field SKIPIF 1 = 1",
      "mail_merge_field MERGEREC",
      'mail_merge_field ASK x "q"',
      "mail_merge_field DOCVARIABLE gone",
    ]);
    const { warnings: guessed } = await docxEngine.inspect(address, {});
    expect(guessed[0]?.message).toContain("`Title`, `FirstName`, `LastName`");
  });

  it("columns that the file names for them are read", async () => {
    const source = settings(
      '<w:mailMerge><w:mainDocumentType w:val="formLetters"/><w:dataType w:val="native"/><w:query w:val="SELECT * FROM `Secret$`"/><w:odso><w:fieldMapData><w:type w:val="dbColumn"/><w:name w:val="Nachname"/><w:mappedName w:val="Last Name"/><w:column w:val="0"/></w:fieldMapData></w:odso></w:mailMerge>',
    );
    const template = docx({ body: p(field(' GREETINGLINE \\f "<<_BEFORE_ Dear >><<_LAST0_>>" ')), ...source });
    expect((await docxEngine.inspect(template, {})).warnings).toEqual([]);
    const file = await merge(docxEngine, template, { Nachname: "Müller" });
    expect(seen(file.xml(DOCUMENT))).toBe("Dear Müller¶");
    expect(file.xml("word/settings.xml")).not.toContain("mailMerge");
  });
});

describe("links in fields", () => {
  const link = (...address: string[]) => p(field(...address));
  it.each([
    [' HYPERLINK "https://a.example/?q={$v}" ', "a & b", "https://a.example/?q=a%20%26%20b"],
    [' HYPERLINK "https://a.example/?q={$v}" ', 'x" \\l "y', "https://a.example/?q=x%22%20%5Cl%20%22y"],
    [' HYPERLINK "{$v}" ', "https://a.example/x?y=1&z=ü", "https://a.example/x?y=1&z=%C3%BC"],
    [' HYPERLINK "{$v}" ', "javascript:alert(1)", "about:blank"],
    [" HYPERLINK {$v} ", "file:///c:/x", "about:blank"],
    [
      ' HYPERLINK "mailto:{$v}?subject=Hi" ',
      "a@b.example?bcc=c@d.example",
      "mailto:a@b.example%3Fbcc=c@d.example?subject=Hi",
    ],
  ])("%s of %s", async (instruction, v, expected) => {
    const { xml } = await result(link(instruction), { v });
    const [, text = ""] = /<w:instrText[^>]*>([^<]*)/.exec(xml) ?? [];
    expect(text.replaceAll("&quot;", '"').replaceAll("&amp;", "&").trim()).toBe(`HYPERLINK "${expected}"`);
  });

  it("tell where they do not lead", async () => {
    const { warnings } = await result(link(' HYPERLINK "{$v}" '), { v: "javascript:alert(1)" });
    expect(warnings).toEqual([expect.stringContaining("A link leads nowhere")]);
  });

  it("keep their other arguments, with merge fields and simple fields", async () => {
    const complex = await result(
      p(field(' HYPERLINK "https://a.example/', merged("v"), '?x=1" \\o "See ', merged("v"), '" ')),
      { v: 'a "b"#c' },
    );
    expect(complex.xml.replaceAll("&quot;", '"')).toContain(
      ' HYPERLINK "https://a.example/a%20%22b%22%23c?x=1" \\o "See a \\"b\\"#c" ',
    );
    const simple = await result(
      `<w:p><w:fldSimple w:instr=" HYPERLINK &quot;https://a.example/?q={$v}&quot; ">${run("x")}</w:fldSimple></w:p>`,
      { v: 'a"b' },
    );
    expect(simple.xml).toContain('w:instr=" HYPERLINK &quot;https://a.example/?q=a%22b&quot; "');
  });
});

describe("links of relationships", () => {
  it.each([
    ["https://a.example/?q=%7B$v%7D&amp;r=1%262", "a & b=c#d", "https://a.example/?q=a%20%26%20b%3Dc%23d&amp;r=1%262"],
    ["https://a.example/%7B$v%7D/x", "a/b?c", "https://a.example/a/b%3Fc/x"],
    ["https://a.example/?%7B$v%7D", "a=1&b=2", "https://a.example/?a=1&amp;b=2"],
    ["https://a.example/?q=%7B$v%7Cescape:%22url%22%7D", "a b", "https://a.example/?q=a%20b"],
    ["%7B$v%7D", "https://b.example/?x=y&z=1", "https://b.example/?x=y&amp;z=1"],
  ])("%s of %s", async (target, v, expected) => {
    const template = docx({
      body: `<w:p><w:hyperlink r:id="l1">${run("x")}</w:hyperlink></w:p>`,
      relationships: { l1: { type: "hyperlink", target, external: true } },
    });
    const file = await merge(docxEngine, template, { v });
    expect(file.xml("word/_rels/document.xml.rels")).toContain(`Target="${expected}"`);
  });
});
