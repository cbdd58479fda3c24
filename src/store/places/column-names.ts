/**
 * A query whose columns have names of their own: D1 answers a batch with objects, in which of two columns of one name only one survives. Columns
 * that have a name by `as` keep it. What is no query stays as it is.
 */
export function withColumnNames(sql: string): string {
  const head = /^\s*select\s+(?:distinct\s+)?/i.exec(sql)?.[0];
  if (head === undefined) return sql;
  const { columns, end } = columnsFrom(sql, head.length);
  const named = columns.map((column, index) => (isNamed(column) ? column : `${column} as "column_${index}"`));
  return `${head}${named.join(", ")}${sql.slice(end)}`;
}

const isNamed = (column: string): boolean => /\*$|\bas\s+("[^"]+"|\w+)$/i.test(column);

const CLOSING: Readonly<Record<string, string>> = { "'": "'", '"': '"', "`": "`" };

/** The columns of a query, as they are written, and where they end. */
function columnsFrom(sql: string, start: number): { columns: string[]; end: number } {
  const columns: string[] = [];
  let begin = start;
  let depth = 0;
  const take = (end: number) => columns.push(sql.slice(begin, end).trim());
  for (let at = start; at < sql.length; at++) {
    const character = sql.charAt(at);
    const closing = CLOSING[character];
    // A quote within is doubled: it ends one text and begins the next.
    if (closing) at = sql.indexOf(closing, at + 1);
    else if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (depth > 0) continue;
    else if (character === ",") {
      take(at);
      begin = at + 1;
    } else if (/^\sfrom\s/i.test(sql.slice(at, at + 6))) {
      take(at);
      return { columns, end: at };
    }
  }
  take(sql.length);
  return { columns, end: sql.length };
}
