/** The person who called has to change something: arguments, a file, a setting. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The command was understood, and would overwrite what others did, or is not possible as things are: nothing was done. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
}
