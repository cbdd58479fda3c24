import { appendAll } from "../../domain/collections/long-lists.ts";
import type { SourceToken } from "../scan.ts";
import type { Finding } from "./finding.ts";
import { foreignAt } from "./foreign-syntax.ts";
import { nearMissAt } from "./near-misses.ts";
import { regionAt } from "./word-regions.ts";

/** More findings than this in one text say nothing new. */
export const MAX_FINDINGS = 100;

const INTEREST = /[{[]|<<|&lt;&lt;|(?:Table|Range|Group)(?:Start|End):/g;

/**
 * What is between the tags of a text and looks like a tag itself: of another language, misspelt, or with a blank too
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
  appendAll(findings, strayBraces(tokens, isMeant).slice(0, MAX_FINDINGS));
  return findings;
}

/** `{$Name}}` and `{{$Name}`: a brace too many, which is printed; one that has its other half in the text is meant. */
function strayBraces(tokens: readonly SourceToken[], isMeant: (offset: number) => boolean): Finding[] {
  const open: { at: number; tag: SourceToken | undefined }[] = [];
  const findings: Finding[] = [];
  const found = (tag: SourceToken & { kind: "tag" }, at: number, end: number, brace: string) => {
    if (isMeant(at)) return;
    findings.push({
      code: "stray_brace",
      at,
      end,
      message: `An extra \`${brace}\` beside \`${tag.source}\` is printed`,
      remedy: `Write \`${tag.source}\`, or \`{${brace === "{" ? "ldelim" : "rdelim"}}\` for a brace that is meant.`,
    });
  };
  tokens.forEach((token, index) => {
    if (token.kind !== "text") return;
    const [before, after] = [tokens[index - 1], tokens[index + 1]];
    for (const { 0: brace, index: place } of token.text.matchAll(/[{}]/g)) {
      const isLast =
        place === token.text.length - 1 && !token.literal && after?.kind === "tag" && after.at === token.end;
      if (brace === "{") open.push({ at: token.at + place, tag: isLast ? after : undefined });
      else if (open.length > 0) open.pop();
      else if (place === 0 && !token.literal && before?.kind === "tag" && before.end === token.at)
        found(before, before.at, before.end + 1, "}");
    }
  });
  for (const { at, tag } of open) if (tag?.kind === "tag") found(tag, at, tag.end, "{");

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
    message: `\`${tag.source}\` is in braces of its own, which are printed around its value`,
    remedy: `Write \`${tag.source}\` with one brace on each side, or \`{ldelim}${tag.source}{rdelim}\` if the braces are meant.`,
  });
}
