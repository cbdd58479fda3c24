import { Parser } from "htmlparser2";

/** The texts of all elements of an XML answer that hold nothing but text, by local name, in their order. */
export function xmlTexts(bytes: Uint8Array): { name: string; text: string }[] {
  const texts: { name: string; text: string }[] = [];
  let text = "";
  const parser = new Parser(
    {
      onopentag: () => {
        text = "";
      },
      ontext: (part) => {
        text += part;
      },
      onclosetag: (tag) => {
        if (text.trim() !== "") texts.push({ name: tag.replace(/^.*:/, "").toLowerCase(), text: text.trim() });
        text = "";
      },
    },
    { xmlMode: true },
  );
  parser.end(new TextDecoder().decode(bytes));
  return texts;
}
