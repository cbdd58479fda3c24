import { Failure } from "./failure.ts";

export function tooManyPages(maxPages: number): Failure {
  return new Failure("too_many_pages", `The document has more than ${maxPages} pages.`);
}
