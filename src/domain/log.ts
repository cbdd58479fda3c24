type LogLevel = "info" | "warn" | "error";

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Writes one structured line per event. Fields never hold secrets or merge data. */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  /** An error line for something that was thrown. */
  failure(event: string, thrown: unknown, fields?: LogFields): void;
  /** Every later line of this log carries these fields, too: what a request turns out to be about. */
  note(fields: LogFields): void;
  /** A log of its own whose lines carry these fields, too: for one of several things that are done side by side. */
  with(fields: LogFields): Log;
}

/** A log whose every line carries `base`, e.g. the request id. */
export function createLog(base: LogFields = {}): Log {
  let carried = base;
  const write = (level: LogLevel, event: string, fields: LogFields = {}) => {
    console[level](JSON.stringify({ level, event, time: new Date().toISOString(), ...carried, ...fields }));
  };

  return {
    info: (event, fields) => write("info", event, fields),
    warn: (event, fields) => write("warn", event, fields),
    error: (event, fields) => write("error", event, fields),
    failure: (event, thrown, fields) => write("error", event, { ...describeThrown(thrown), ...fields }),
    note: (fields) => {
      carried = { ...carried, ...fields };
    },
    with: (fields) => createLog({ ...carried, ...fields }),
  };
}

const MESSAGE_LENGTH = 300;

/**
 * What may be logged of an error: its name, the first line of its message (database errors list their parameters in
 * the lines below) and where it was thrown.
 */
function describeThrown(thrown: unknown): LogFields {
  if (!(thrown instanceof Error)) return { error: typeof thrown };

  return {
    error: thrown.name,
    message: firstLine(thrown.message),
    cause: thrown.cause instanceof Error ? `${thrown.cause.name}: ${firstLine(thrown.cause.message)}` : undefined,
    stack: thrown.stack
      ?.split("\n")
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 12)
      .join("\n"),
  };
}

const firstLine = (text: string): string => (text.split("\n", 1)[0] ?? "").slice(0, MESSAGE_LENGTH);
