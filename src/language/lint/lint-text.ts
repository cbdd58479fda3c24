import type { SourceToken } from "../scan.ts";
import type { Finding } from "./finding.ts";
import { foreignAt } from "./foreign-syntax.ts";
import { nearMissAt } from "./near-misses.ts";
import { regionAt } from "./word-regions.ts";

/** More findings than this in one text say nothing new. */
export const MAX_FINDINGS = 100;

const INTEREST = /[{[]|<<|&lt;&lt;|(?:Table|Range|Group)(?:Start|End):/g;

/**
 * What stands between the tags of a text and looks like a tag itself: of another language, misspelt, or with a blank too
 * many. Text in `{literal}` and where `isMeant` says so is left alone.
 */
export function lintText(
  tokens: readonly SourceToken[],
  isMeant: (offset: number) => boolean = () => false,
): Finding[] {
  const findings: Finding[] = [];
  tokens.forEach((token, index) => {
    if (token.kind === "text" && !token.literal) lintToken(token.text, token.at, isMeant, findings);
    if (token.kind === "tag") lintBraces(token, tokens[index - 1], tokens[index + 1], isMeant, findings);
  });
  return findings;
}

function lintToken(text: string, base: number, isMeant: (offset: number) => boolean, findings: Finding[]): void {
  let next = 0;
  for (const { index } of text.matchAll(INTEREST)) {
    if (findings.length >= MAX_FINDINGS) return;
    if (index < next || isMeant(base + index)) continue;
    // Braces that touch others are looked at from the outermost one.
    const finding = nearMissAt(text, index) ?? regionAt(text, index) ?? foreignAt(text, index);
    if (!finding) continue;
    findings.push({ ...finding, at: base + finding.at, end: base + finding.end });
    next = finding.end;
  }
}

/** `{{$Name}}`: the tag is filled, and the outer braces are printed around its value. */
function lintBraces(
  tag: SourceToken & { kind: "tag" },
  before: SourceToken | undefined,
  after: SourceToken | undefined,
  isMeant: (offset: number) => boolean,
  findings: Finding[],
): void {
  const isOpened = before?.kind === "text" && before.end === tag.at && /(?:^|[^{]|\{)\{\s*$/.test(before.text);
  const isClosed = after?.kind === "text" && after.at === tag.end && /^\s*\}/.test(after.text);
  if (!isOpened || !isClosed || isMeant(tag.at) || findings.length >= MAX_FINDINGS) return;
  findings.push({
    code: "double_braces",
    at: tag.at - 1,
    end: tag.end + 1,
    message: `\`${tag.source}\` stands in braces of its own, which are printed around its value`,
    remedy: `Write \`${tag.source}\` with one brace on each side, or \`{ldelim}${tag.source}{rdelim}\` if the braces are meant.`,
  });
}
