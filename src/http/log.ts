export type LogLevel = "info" | "warn" | "error";

/** Writes one structured line per event. Fields never hold secrets or merge data. */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** A log whose every line carries `base`, e.g. the request id. */
export function createLog(base: LogFields = {}): Log {
  const write = (level: LogLevel, event: string, fields: LogFields = {}) => {
    console[level](JSON.stringify({ level, event, time: new Date().toISOString(), ...base, ...fields }));
  };

  return {
    info: (event, fields) => write("info", event, fields),
    warn: (event, fields) => write("warn", event, fields),
    error: (event, fields) => write("error", event, fields),
  };
}
