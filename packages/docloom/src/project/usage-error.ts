/** The person who called has to change something: arguments, a file, a setting. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
