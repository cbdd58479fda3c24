import { Failure } from "./failure.ts";

/** What went wrong with one of several files, with its name in front where it does not name it itself. @param index of the file in the request */
export function inFile(error: unknown, name: string, index: number): unknown {
  if (!(error instanceof Failure)) return error;
  const isNamed = name !== "" && error.message.startsWith(`"${name}"`);
  const message = isNamed ? error.message : `${name || `File ${index + 1}`}: ${error.message}`;
  return new Failure(error.code, message, { cause: error, errors: [{ pointer: `/files/${index}`, message }] });
}
