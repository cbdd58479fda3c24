/** The upload of one file, which may take several tries where the store has sessions for that. */
export interface Upload {
  /** The session that a try before has begun, and how many bytes went into it; undefined for none. */
  readonly begun: { readonly session: string; readonly sent: number } | undefined;
  /** Notes a new session, whose address or id may be a credential of its own. */
  begin(session: string): void;
  /**
   * Notes how many bytes the store has.
   * @throws DeliveryError when this try has no time left: the next one goes on
   */
  reached(bytes: number): void;
}
