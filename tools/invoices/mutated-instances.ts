/**
 * Test files of KoSIT: each `<?xmute ...?>` says how the element behind it is changed, and which rules the result then
 * keeps or breaks.
 */

/** One instance of a test file. */
export interface MutatedInstance {
  name: string;
  xml: string;
  /** Rules that it keeps and that it breaks, without their prefixes. */
  valid: string[];
  invalid: string[];
}

/** A place in the file: the element behind an instruction. */
interface ElementPlace {
  start: number;
  /** Behind its start tag. */
  content: number;
  /** Before its end tag; as `content` where it has none. */
  close: number;
  end: number;
}

const INSTRUCTION = /<!--[\s\S]*?-->|<\?xmute([\s\S]*?)\?>/g;

/** All instances of a test file; values of one instruction are one each. */
export function mutatedInstances(name: string, source: string): MutatedInstance[] {
  const instances: MutatedInstance[] = [];
  for (const match of source.matchAll(INSTRUCTION)) {
    const [whole, written] = match;
    if (written === undefined) continue;
    const said = Object.fromEntries(
      [...written.matchAll(/([\w-]+)\s*=\s*"([^"]*)"/g)].map(([, key = "", value]) => [key, value]),
    );
    const place = elementBehind(source, match.index + whole.length);
    const rules = (text: string | undefined) =>
      (text ?? "").split(/[\s,]+/).flatMap((rule) => (rule === "" ? [] : [rule.replace(/^\w+:/, "")]));
    for (const [index, xml] of mutations(source, place, said).entries()) {
      instances.push({
        name: `${name}-${instances.length}-${said.mutator}-${index}`,
        xml,
        valid: rules(said["schematron-valid"]),
        invalid: rules(said["schematron-invalid"]),
      });
    }
  }
  return instances;
}

function mutations(source: string, place: ElementPlace, said: Record<string, string | undefined>): string[] {
  const { mutator, attribute } = said;
  const startTag = source.slice(place.start, place.content);
  const withTag = (tag: string) => source.slice(0, place.start) + tag + source.slice(place.content);
  const withContent = (content: string) => source.slice(0, place.content) + content + source.slice(place.close);
  const inAttribute = (value: string) =>
    startTag.replace(new RegExp(`(\\s${attribute}\\s*=\\s*)("[^"]*"|'[^']*')`), (_, before) => `${before}"${value}"`);
  switch (mutator) {
    case "identity":
      return [source];
    case "remove":
      return [
        attribute
          ? withTag(startTag.replace(new RegExp(`\\s${attribute}\\s*=\\s*("[^"]*"|'[^']*')`), ""))
          : source.slice(0, place.start) + source.slice(place.end),
      ];
    case "empty":
      return [attribute ? withTag(inAttribute("")) : withContent("")];
    case "whitespace": {
      const content = source.slice(place.content, place.close);
      return [withContent(`  ${content}  `)];
    }
    case "code": {
      const values = (said.values ?? "").split(said.separator ?? ",").map((value) => value.trim());
      return values.map((value) => (attribute ? withTag(inAttribute(value)) : withContent(value)));
    }
    default:
      throw new Error(`The mutator ${mutator} is not known.`);
  }
}

/** The element that begins behind an offset, over comments and instructions. */
function elementBehind(source: string, from: number): ElementPlace {
  const token =
    /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[[\s\S]*?\]\]>|<(\/?)([\w:.-]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>/g;
  token.lastIndex = from;
  let depth = 0;
  let start: number | undefined;
  let content = 0;
  for (let match = token.exec(source); match; match = token.exec(source)) {
    const [whole, closing, name, , selfClosing] = match;
    if (name === undefined) continue;
    if (start === undefined) {
      if (closing) break;
      start = match.index;
      content = token.lastIndex;
      if (selfClosing) return { start, content, close: content, end: content };
      depth = 1;
    } else if (closing) {
      depth--;
      if (depth === 0) return { start, content, close: match.index, end: match.index + whole.length };
    } else if (!selfClosing) depth++;
  }
  throw new Error(`There is no element behind offset ${from}.`);
}
