/** The service's database as scripts see it, wherever it is. */

export type Row = Record<string, string | number | null>;

/** Runs statements; their results are in their order. */
export type Database = (statements: readonly string[]) => Promise<Row[][]>;

/** What to tell somebody whose statements failed. @param said what the database, or the way to it, said @param cause the error that did */
export function databaseError(said: string, cause?: unknown): Error {
  const reason = said.includes("no such table")
    ? "its tables are missing. Apply the migrations: `npm start` and `npm run serve` do it locally, `npx wrangler d1 migrations apply DB --remote` for the deployed one."
    : said;

  return new Error(`The database did not answer: ${reason}`, { cause });
}

/** A text as an SQL literal. */
export function sqlText(text: string): string {
  if (text.includes("\0")) throw new Error("Text for the database must not contain a NUL character.");

  return `'${text.replaceAll("'", "''")}'`;
}
