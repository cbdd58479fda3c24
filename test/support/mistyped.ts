/** An id or a token with another last character: one that nobody was given. The character is one of every alphabet that ids use. */
export const mistyped = (idOrToken: string): string =>
  `${idOrToken.slice(0, -1)}${idOrToken.endsWith("0") ? "1" : "0"}`;
