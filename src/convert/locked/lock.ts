/** A file under a password, opened in the way in which it is encrypted. */
export interface Lock {
  /** What Office programs try before they ask: a file that was locked with one of these opens for everybody. */
  readonly usualPasswords: readonly string[];
  /**
   * The file without its encryption; undefined if this is not its password.
   * @throws UnreadableFile if what the file says of its encryption is damaged; Failure `too_complex`
   */
  open(password: string): Uint8Array | undefined;
}
