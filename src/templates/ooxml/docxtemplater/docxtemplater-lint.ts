import type { TemplateWarning } from "../../../domain/template-warning.ts";
import { foreignAt } from "../../../language/lint/foreign-syntax.ts";
import { NO_FIELDS } from "../../../language/lint/lint-nodes.ts";
import { MAX_FINDINGS } from "../../../language/lint/lint-text.ts";
import { textAround } from "../../../language/lint/text-around.ts";
import type { ScanResult } from "../../../language/scan.ts";
import type { TagPlace } from "../tag-place.ts";
import { TagRegister } from "../tag-register.ts";

/**
 * Reads the texts of a template in docxtemplater's language with their places, for anything that is not a tag there, or
 * that finds nothing. For the package reader all of it is text.
 */
export class DocxtemplaterLint extends TagRegister {
  readonly #warnings = new Map<string, TemplateWarning>();

  override get readsAllTexts(): boolean {
    return true;
  }

  override scan(text: string, place: TagPlace): ScanResult["tokens"] {
    this.look(text, place);
    return [{ kind: "text", text, literal: false, at: 0, end: text.length }];
  }

  override look(text: string, place: TagPlace): void {
    for (const { at, written, message, remedy } of lintWarningsOf(text)) {
      if (this.#warnings.size >= MAX_FINDINGS) return;
      const [part, where] = [place.part, place.where() || place.part];
      const around = textAround(text, at, at + written.length);
      const warning = { code: "foreign_syntax", part, place: where, text: around, message, remedy };
      this.#warnings.set(`${where}\0${message}\0${around}`, warning);
    }
  }

  /** @param hasTags whether docxtemplater found any tag */
  allWarnings(hasTags: boolean): TemplateWarning[] {
    const all = [...this.#warnings.values()];
    if (!hasTags)
      all.push({ code: "no_fields", part: "", place: "", text: "", message: `${NO_FIELDS.message}.`, remedy: FIELDS });
    return all;
  }
}

const FIELDS = "With settings[syntax]=docxtemplater a field is written `{Name}`, and `{#Items}...{/Items}` repeats.";

interface LintWarning {
  at: number;
  written: string;
  message: string;
  remedy: string;
}

/** A brace and everything up to its end, or the beginning of a placeholder of another kind. */
const INTEREST = /\{([^{}]{1,300})\}|\[(?=\p{Lu})|<<|(?:Table|Range|Group)(?:Start|End):[\p{L}_]\w*/gu;

function lintWarningsOf(text: string): LintWarning[] {
  return [...text.matchAll(INTEREST)].flatMap(({ index: at, 0: written, 1: inner }) => {
    if (inner !== undefined) {
      const lintWarning = lintTag(inner.trim(), text[at - 1] === "$");
      return lintWarning ? [{ at, written, ...lintWarning }] : [];
    }
    const found = /^[[<]/.test(written) ? foreignAt(text, at) : undefined;
    if (found) {
      const whole = text.slice(at, found.end);
      return [{ at, written: whole, message: `${found.message}.`, remedy: found.remedy.replace("`{$", "`{") }];
    }
    if (!written.includes(":")) return [];
    const message = `\`${written}\` is a region of Word's merge fields and is printed as it stands.`;
    return [{ at, written, message, remedy: "Write `{#Items}` and `{/Items}`." }];
  });
}

/** What is odd about a tag: it belongs to this service's own language, has a filter, or a `$` before it. */
function lintTag(inner: string, hasDollarBefore: boolean): Omit<LintWarning, "at" | "written"> | undefined {
  const tag = `{${inner}}`;
  if (hasDollarBefore)
    return { message: `The \`$\` before \`${tag}\` is printed before its value.`, remedy: `Write \`${tag}\`.` };
  const [, name] = /^\$([\p{L}_][\p{L}\p{N}_.]*)$/u.exec(inner) ?? [];
  if (name !== undefined)
    return {
      message: `\`${tag}\` looks for a member that is called \`$${name}\`.`,
      remedy: `Write \`{${name}}\`, or ${OWN}.`,
    };
  if (/^\/?(?:foreach|tablerow|slide|if|elseif)\s|^(?:else|\/if|\/foreach|\/tablerow)$|\$[\p{L}_]/u.test(inner))
    return {
      message: `\`${tag}\` is not docxtemplater's language, and prints nothing.`,
      remedy: `Loops and conditions are \`{#Items}...{/Items}\` and \`{^Items}...{/Items}\`; or ${OWN}.`,
    };
  if (/^[\p{L}_][\p{L}\p{N}_.]*\s*\|(?!\|)/u.test(inner))
    return {
      message: `\`${tag}\` has a filter, which is not applied: nothing is printed.`,
      remedy: `Send the value as it is to be printed, or ${OWN}.`,
    };
  return undefined;
}

const OWN = "leave settings[syntax] out, so that the template is read in this service's own language";
