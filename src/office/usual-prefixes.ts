import { NAMESPACE_PREFIXES } from "./namespaces.ts";
import { scanXml } from "./xml-scanner.ts";

/** Namespaces whose elements are written without a prefix, by the prefix of `NAMESPACE_PREFIXES`. */
const WITHOUT_PREFIX: ReadonlySet<string> = new Set(["rel", "ct", "ap", "op"]);
/** Those of spreadsheets, whose readers know both ways, and of their comments. */
const LEFT_ALONE: ReadonlySet<string> = new Set(["x", "x14", "xm", "xvml"]);

const DECLARATION = /\sxmlns(?::([^\s=]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const ATTRIBUTE = /((?<!\s)\s+)([^\s=/>"']+)(\s*=\s*)("[^"]*"|'[^']*')/g;
/** Attributes that list prefixes or names with prefixes (ISO/IEC 29500-3). */
const PREFIX_LISTS = /^(?:Ignorable|MustUnderstand|ProcessContent|PreserveElements|PreserveAttributes|Requires)$/;

/** The prefix that everybody writes for a namespace, empty for none; undefined for namespaces that have no usual one. */
function usualPrefix(uri: string): string | undefined {
  const prefix = NAMESPACE_PREFIXES[uri];
  if (prefix === undefined || LEFT_ALONE.has(prefix)) return undefined;
  return WITHOUT_PREFIX.has(prefix) ? "" : prefix;
}

/** Prefixes in scope and their namespaces; the empty one is that of names without. */
type Scope = ReadonlyMap<string, string>;

/**
 * A part in which the namespaces of Office have their usual prefixes (Namespaces in XML 1.0): other programs may write
 * `<ns0:p>` or `<p xmlns="...">` for `<w:p>`. A part that has them already comes back as it is.
 */
export function withUsualPrefixes(xml: string): string {
  if (!hasUnusualPrefixes(xml)) return xml;
  const taken = new Set(Object.values(NAMESPACE_PREFIXES));
  const scopes: { scope: Scope; name: string }[] = [];
  const pieces: string[] = [];
  let written = 0;
  const renamed = (name: string, scope: Scope, isAttribute: boolean): string => {
    const colon = name.indexOf(":");
    const prefix = colon < 0 ? "" : name.slice(0, colon);
    if ((isAttribute && prefix === "") || prefix === "xml" || prefix === "xmlns") return name;
    const uri = scope.get(prefix);
    const usual = uri === undefined ? prefix : prefixFor(prefix, uri, taken);
    const local = name.slice(colon + 1);
    return usual === "" ? local : `${usual}:${local}`;
  };
  const put = (start: number, end: number, markup: string) => {
    pieces.push(xml.slice(written, start), markup);
    written = end;
  };
  scanXml(xml, {
    open(name, start, end, selfClosing) {
      const tag = xml.slice(start, end);
      const outer: Scope = scopes.at(-1)?.scope ?? new Map();
      const scope = scopeOf(tag, outer);
      const to = renamed(name, scope, false);
      put(start, end, `<${to}${withRenamedAttributes(tag.slice(1 + name.length), scope, taken, renamed)}`);
      if (!selfClosing) scopes.push({ scope, name: to });
    },
    close(start, end) {
      put(start, end, `</${scopes.pop()?.name ?? ""}>`);
    },
    text() {},
    cdata() {},
    other() {},
  });
  return pieces.join("") + xml.slice(written);
}

function hasUnusualPrefixes(xml: string): boolean {
  for (const [, prefix = "", double, single] of xml.matchAll(DECLARATION)) {
    const usual = usualPrefix(double ?? single ?? "");
    if (usual !== undefined && usual !== prefix) return true;
  }
  return false;
}

function scopeOf(tag: string, outer: Scope): Scope {
  if (!tag.includes("xmlns")) return outer;
  const scope = new Map(outer);
  for (const [, prefix = "", double, single] of tag.matchAll(DECLARATION)) scope.set(prefix, double ?? single ?? "");
  return scope;
}

/** A foreign namespace makes way for the one whose usual prefix it has. */
function prefixFor(prefix: string, uri: string, taken: ReadonlySet<string>): string {
  const usual = usualPrefix(uri);
  if (usual !== undefined) return usual;
  return prefix !== "" && taken.has(prefix) && NAMESPACE_PREFIXES[uri] === undefined ? `${prefix}_0` : prefix;
}

function withRenamedAttributes(
  attributes: string,
  scope: Scope,
  taken: ReadonlySet<string>,
  renamed: (name: string, scope: Scope, isAttribute: boolean) => string,
): string {
  const declared = new Set<string>();
  return attributes.replace(ATTRIBUTE, (_, blank: string, name: string, equals: string, quoted: string) => {
    if (name === "xmlns" || name.startsWith("xmlns:")) {
      const prefix = name.slice("xmlns:".length);
      const to = prefixFor(prefix, quoted.slice(1, -1), taken);
      if (declared.has(to)) return "";
      declared.add(to);
      return `${blank}${to === "" ? "xmlns" : `xmlns:${to}`}${equals}${quoted}`;
    }
    const local = name.slice(name.indexOf(":") + 1);
    const value = PREFIX_LISTS.test(local)
      ? quoted.replace(/[^\s"']+/g, (each) => prefixOfList(each, scope, taken))
      : quoted;
    return blank + renamed(name, scope, true) + equals + value;
  });
}

/** A prefix, or a name with one, in a list of them. */
function prefixOfList(item: string, scope: Scope, taken: ReadonlySet<string>): string {
  const [prefix = "", ...local] = item.split(":");
  const uri = scope.get(prefix);
  return [uri === undefined ? prefix : prefixFor(prefix, uri, taken), ...local].join(":");
}
