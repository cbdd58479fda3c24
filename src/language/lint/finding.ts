/** Stable words for what the linter finds; each is explained in docs/warnings.md. */
type FindingCode =
  | "foreign_syntax"
  | "double_braces"
  | "stray_brace"
  | "blank_after_brace"
  | "near_miss_tag"
  | "unsupported_tag"
  | "unknown_tag"
  | "other_format"
  | "missing_dollar"
  | "loop_over_text"
  | "loop_without_item"
  | "misspelt_item"
  | "outside_loop"
  | "member_of_list"
  | "prints_collection"
  | "tag_in_formula"
  | "always_true"
  | "other_pattern"
  | "wrong_constant"
  | "mail_merge_field"
  | "no_fields";

/** A finding's message, which may end with a question of its own. */
export const sentence = (message: string): string => (/[.?!]$/.test(message) ? message : `${message}.`);

/** Something that is not an error but most likely not what the author means. */
export interface Finding {
  code: FindingCode;
  /** Offsets into the text that was looked at; `end` is exclusive. */
  at: number;
  end: number;
  /** A sentence that says what happens. */
  message: string;
  /** A sentence that says what to write instead. */
  remedy: string;
  /**
   * The name in a shape that ordinary text has, too, such as `[Name]`: such a finding counts only in a template without
   * fields, or when one of its fields has that name.
   */
  suspicious?: string;
}
