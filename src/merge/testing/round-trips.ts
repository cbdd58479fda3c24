/**
 * A database that counts how often somebody waits for it: calls that are under way at the same time count once. This is
 * D1's part in a merge's latency, wherever the database is.
 */
export function countRoundTrips(database: D1Database): { database: D1Database; count: () => number } {
  const originals = new WeakMap<object, D1PreparedStatement>();
  let underWay = 0;
  let count = 0;

  async function tracked<Result>(work: () => Promise<Result>): Promise<Result> {
    if (underWay++ === 0) count++;
    try {
      return await work();
    } finally {
      underWay--;
    }
  }

  function statement(original: D1PreparedStatement): D1PreparedStatement {
    const proxy = new Proxy(original, {
      get(target, name) {
        const member = Reflect.get(target, name) as (...args: unknown[]) => unknown;
        if (name === "bind") return (...values: unknown[]) => statement(target.bind(...values));
        return (...args: unknown[]) => tracked(() => member.apply(target, args) as Promise<unknown>);
      },
    });
    originals.set(proxy, original);
    return proxy;
  }

  const counted = new Proxy(database, {
    get(target, name) {
      if (name === "prepare") return (text: string) => statement(target.prepare(text));
      if (name === "batch")
        return (statements: D1PreparedStatement[]) =>
          tracked(() => target.batch(statements.map((each) => originals.get(each) ?? each)));
      return Reflect.get(target, name) as unknown;
    },
  });
  return { database: counted, count: () => count };
}
