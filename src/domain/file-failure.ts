import { Failure } from "./failure.ts";
import { FAILURE_CODES } from "./failure-codes.ts";

/** This many files are named; nothing after them is looked at. */
const MAX_NAMED = 10;

/**
 * What went wrong with one of several files, with its name in front if it does not name it itself.
 * @param index of the file in the request
 */
export function inFile(error: unknown, name: string, index: number): unknown {
  if (!(error instanceof Failure)) return error;
  const isNamed = name !== "" && error.message.includes(`"${name}"`);
  const message = isNamed ? error.message : `${name || `File ${index + 1}`}: ${error.message}`;
  const file = `/files/${index}`;
  const member = error.errors.find(({ pointer }) => pointer?.startsWith(`${file}/`));
  return new Failure(error.code, message, { cause: error, errors: [{ pointer: member?.pointer ?? file, message }] });
}

/** What is wrong with several files of one request, so that all of them can be mended before the next. */
export class FileFailures {
  readonly #noted: { index: number; failure: Failure }[] = [];

  /**
   * Goes on without a file.
   * @param index of the file in the request
   * @throws what is not the file's fault, or took so long that nobody waits for another; all that was noted, if enough
   */
  note(error: unknown, name: string, index: number): void {
    const failure = inFile(error, name, index);
    if (!(failure instanceof Failure) || failure.code === "render_timeout") throw failure;
    if (FAILURE_CODES[failure.code][0] >= 500) throw failure;
    this.#noted.push({ index, failure });
    if (this.#noted.length >= MAX_NAMED) this.refuse();
  }

  /** @throws Failure with the code of the first one that was noted, naming all files in their order; nothing when none was */
  refuse(): void {
    const [first] = this.#noted;
    if (!first) return;
    if (this.#noted.length === 1) throw first.failure;
    const inOrder = this.#noted.toSorted((one, other) => one.index - other.index).map(({ failure }) => failure);
    const more = inOrder.length >= MAX_NAMED ? "; there may be more" : "";
    const beginning = `${inOrder.length} of the files cannot be used${more}.`;
    throw new Failure(first.failure.code, [beginning, ...inOrder.map(({ message }) => message)].join(" "), {
      cause: first.failure,
      errors: inOrder.flatMap(({ errors }) => errors),
    });
  }
}
