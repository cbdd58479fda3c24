import type { TemplateWarning } from "../../domain/template-warning.ts";
import { didYouMean } from "../../http/did-you-mean.ts";

/** Members of answers that clients send back with the whole object: ignoring them is what they expect. */
const ANSWERED: ReadonlySet<string> = new Set(["id", "key", "url", "size", "success", "warnings", "fields", "type"]);

/** A warning for each member of a request that means nothing, with the one that was probably meant. */
export function unknownMembers(ignored: readonly string[], known: readonly string[]): TemplateWarning[] {
  return ignored
    .filter((name) => !ANSWERED.has(name))
    .map((name) => {
      const meant = didYouMean(name, known);
      return {
        code: "unknown_member",
        part: name,
        place: `the member ${name} of the request`,
        text: name,
        message: `There is no member ${name}: it was ignored.`,
        remedy: meant === undefined ? `Members are ${known.join(", ")}.` : `Did you mean ${meant}?`,
      };
    });
}
