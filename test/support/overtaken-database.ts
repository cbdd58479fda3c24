import { env } from "cloudflare:workers";

/**
 * A database that lets something happen after a request was let in, and before the change that it makes is written.
 * @param times how many of its changes are overtaken
 */
export function overtakenDatabase(happen: () => Promise<void>, times = 1): D1Database {
  let isWriting = false;
  let left = times;
  return new Proxy(env.DB, {
    get(target, name) {
      if (name === "batch")
        return async (statements: D1PreparedStatement[]) => {
          if (isWriting && left > 0) {
            left--;
            isWriting = false;
            await happen();
          }
          return target.batch(statements);
        };
      if (name === "prepare")
        return (text: string) => {
          isWriting ||= /insert into audit_log/.test(text);
          return target.prepare(text);
        };
      const member = Reflect.get(target, name) as unknown;
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });
}
