/** The words that docs/glossary.md does not use, and the term in place of each. scripts/check-words.ts holds them. */

export interface Unused {
  /** Words of a name in lower case, one after the other: `near name` is in `nearName` and `near-name.ts`. */
  readonly words: readonly string[];
  readonly instead: string;
  /** Where the word means something else: paths, or `path#name`. */
  readonly except?: RegExp;
}

export const UNUSED: readonly Unused[] = [
  { words: ["told", "tell", "telling"], instead: "warnings, notify, report" },
  { words: ["wish", "wishes"], instead: "request, options" },
  {
    words: ["in turns", "in turn", "column turn", "turn mark", "turn result"],
    instead: "step, iteration, rotation, result",
  },
  { words: ["held run", "while held"], instead: "RenewableRun, withLease, renewLease" },
  { words: ["brought", "own font", "own fonts", "own face"], instead: "custom font, imported" },
  { words: ["twin", "twins"], instead: "substitute" },
  { words: ["veil", "veils"], instead: "soft mask" },
  { words: ["recorder"], instead: "display list builder" },
  { words: ["drawer", "painter"], instead: "renderer, backend" },
  { words: ["tab stock", "sealed tab", "sealed page"], instead: "tab pool, sandboxed tab" },
  { words: ["remembered"], instead: "cached, memo" },
  { words: ["stated metadata", "kept claims"], instead: "declared metadata, identification" },
  {
    words: ["skeleton", "cut off", "growing file"],
    except: /^console\/.*#Skeleton$/,
    instead: "structural scan, truncated, streaming writer",
  },
  { words: ["doubtful", "near name"], instead: "suspicious, did-you-mean" },
  {
    words: ["hand over", "pass on", "mergeable", "stopwatch"],
    except: /#isMergeable$/,
    instead: "forward, requeue, resolved target, timings",
  },
  {
    words: ["incoming", "bring in"],
    except: /#Incoming(?:Message|HttpHeaders)$|devtools-connection/,
    instead: "source, import",
  },
  { words: ["stranger", "strangers"], instead: "outsider, untrusted" },
  { words: ["patience", "farewell"], instead: "grace period, close message" },
  { words: ["where it goes", "use it", "thing frame"], instead: "delivery summary, integrate, resource page" },
  {
    words: [
      "colour",
      "colours",
      "coloured",
      "grey",
      "greys",
      "centre",
      "centred",
      "behaviour",
      "neighbour",
      "neighbours",
      "normalise",
      "labelled",
      "licence",
    ],
    instead: "American spelling",
    // data of tests, and tables of names in CSS and DrawingML
    except: /\.test\.ts#|^test\/|(?:preset-colors|html-format|rich-text)\.ts#/,
  },
];

const table = new Map(UNUSED.flatMap((unused) => unused.words.map((word) => [word, unused] as const)));
const LONGEST = Math.max(...[...table.keys()].map((word) => word.split(" ").length));

/** `readHTMLPage_2` -> `read html page` as a list. */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "");

/** What is wrong with a name: an identifier, a file's name or a heading. */
export function unusedIn(name: string, place: string): string | undefined {
  const words = wordsOf(name);
  for (let length = 1; length <= LONGEST; length++)
    for (let at = 0; at + length <= words.length; at++) {
      const word = words.slice(at, at + length).join(" ");
      const unused = table.get(word);
      if (unused && !unused.except?.test(`${place}#${name}`))
        return `${name}: "${word}" is not used; ${unused.instead}`;
    }
  return undefined;
}

/** Comments and texts, which are prose, or an identifier. Expressions in templates count as text. */
const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`|([A-Za-z_$][\w$]*)/g;

/** The identifiers of a script, each once. */
export function identifiersOf(text: string): Set<string> {
  const found = new Set<string>();
  for (const [, name] of text.matchAll(TOKEN)) if (name !== undefined) found.add(name);
  return found;
}

/** The headings of a page outside of its code. */
export const headingsOf = (page: string): string[] =>
  [...page.replace(/^```[\s\S]*?^```/gm, "").matchAll(/^#+ (.+)$/gm)].flatMap(([, heading]) => heading ?? []);
