import { Failure } from "../../domain/failure.ts";
import { UnreadableFile } from "../../domain/unreadable-file.ts";

/** What a reader makes of a file. @throws Failure `file_not_readable` where the reader refuses it */
export function readable<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new Failure("file_not_readable", `The file cannot be read: ${error.message}`, { cause: error });
  }
}
