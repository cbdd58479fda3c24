import { Failure } from "./failure.ts";

/** What went wrong with an address, with the member of the request that holds it. @param name as people write it */
export function inMember(error: unknown, { pointer, name }: { pointer: string; name: string }): unknown {
  if (!(error instanceof Failure) || !error.code.startsWith("url_") || error.errors.length > 0) return error;
  const message = error.code === "url_invalid" ? `${name}: ${error.message}` : error.message;
  return new Failure(error.code, message, { cause: error, errors: [{ pointer, message }] });
}
