import fs from "node:fs";
import path from "node:path";

/** Pages of the guide, in the order in which they are read. */
export const GUIDE_PAGES = [
  "index",
  "fields",
  "word",
  "excel",
  "powerpoint",
  "pdf",
  "html",
  "loops",
  "conditions",
  "totals",
  "pictures",
  "dates",
  "codes",
  "headers",
  "charts",
  "routes",
  "lists",
  "fill-in",
  "mails",
  "nextcloud",
  "azure",
  "dropbox",
  "google-drive",
  "sharepoint",
  "office-add-in",
  "clients",
  "power-automate",
  "n8n",
  "zapier",
  "make",
  "salesforce",
  "hooks",
  "lasting",
  "mistakes",
] as const;

export const GUIDE_FOLDER = path.resolve(import.meta.dirname, "../docs/guide");

/** What an example is; the first word of its block of code. */
const KINDS = ["word", "excel", "powerpoint", "pdf", "html", "mail", "route"] as const;
export type ExampleKind = (typeof KINDS)[number];

/** An example as its page shows it: the template, the data, and what has to be visible in the result, in this order. */
export interface GuideExample {
  page: string;
  name: string;
  kind: ExampleKind;
  /** Words after the name, e.g. the size of the page. */
  options: string[];
  source: string;
  data: Record<string, unknown>;
  shows: string[];
}

/** A line of a template with a mistake, and what the service says about it. */
export interface GuideMistake {
  page: string;
  typed: string;
  said: string;
}

export interface GuidePage {
  name: string;
  title: string;
  markdown: string;
  examples: GuideExample[];
  mistakes: GuideMistake[];
}

export function readGuide(): GuidePage[] {
  return GUIDE_PAGES.map((name) => readPage(name, fs.readFileSync(path.join(GUIDE_FOLDER, `${name}.md`), "utf8")));
}

const BLOCK = /^```(\w+) ([\w-]+)(.*)\n([\s\S]*?)\n```$/gm;
const SHOWS = /^<!-- ([\w-]+) shows: ([\s\S]*?) -->$/gm;
const MISTAKE = /^\| ``? ?(.+?) ?``? \| (.+?) \|$/gm;

function readPage(page: string, markdown: string): GuidePage {
  const blocks = [...markdown.matchAll(BLOCK)].map(([, kind = "", name = "", options = "", source = ""]) => ({
    kind,
    name,
    options: options.trim().split(/\s+/).filter(Boolean),
    source,
  }));
  const shown = new Map([...markdown.matchAll(SHOWS)].map(([, name = "", text = ""]) => [name, text.split(" | ")]));
  const dataOf = (name: string): Record<string, unknown> => {
    const block = blocks.find((each) => each.kind === "json" && each.name === name);
    if (!block) throw new Error(`docs/guide/${page}.md: the example ${name} has no data`);
    return JSON.parse(block.source);
  };
  const examples = blocks.flatMap(({ kind, name, options, source }): GuideExample[] => {
    const known = KINDS.find((each) => each === kind);
    return known
      ? [{ page, name, kind: known, options, source, data: dataOf(name), shows: shown.get(name) ?? [] }]
      : [];
  });
  const mistakes = page === "mistakes" ? [...markdown.matchAll(MISTAKE)] : [];
  return {
    name: page,
    title: /^# (.*)$/m.exec(markdown)?.[1] ?? page,
    markdown,
    examples,
    mistakes: mistakes.map(([, typed = "", said = ""]) => ({
      page,
      typed: typed.replaceAll("\\|", "|"),
      said: said.replaceAll("\\|", "|"),
    })),
  };
}
