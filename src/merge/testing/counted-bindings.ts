import type { Env } from "../../env.ts";

/** Calls that a Worker makes to what is elsewhere: each is a subrequest, and as far away as that is. */
export interface Calls {
  d1: number;
  r2Reads: number;
  r2Writes: number;
  queue: number;
  objects: number;
}

const R2_WRITES = new Set<PropertyKey>(["put", "delete", "createMultipartUpload"]);
const QUEUES = ["MERGES", "DELIVERIES", "TOOLS"] as const;
const OBJECTS = ["BROWSER_POOL", "DELIVERY_ATTEMPTS", "TOOL_WORKERS", "WORKSPACES"] as const;

export const noCalls = (): Calls => ({ d1: 0, r2Reads: 0, r2Writes: 0, queue: 0, objects: 0 });

/**
 * The same bindings, which count what is called.
 * @param calls what is counted is added to it
 * @param before is waited for by each call
 */
export function countedBindings(
  bindings: Env,
  calls = noCalls(),
  before: (kind: keyof Calls) => Promise<void> = async () => {},
): { bindings: Env; calls: Calls } {
  const counted = async (kind: keyof Calls, work: () => unknown): Promise<unknown> => {
    calls[kind]++;
    await before(kind);
    return await work();
  };
  const files = withCalls(bindings.FILES, (name, work) => counted(R2_WRITES.has(name) ? "r2Writes" : "r2Reads", work));
  const queues = QUEUES.map((name) => [name, withCalls(bindings[name], (_, work) => counted("queue", work))]);
  const objects = OBJECTS.map((name) => [name, countedObjects(bindings[name], (work) => counted("objects", work))]);
  return {
    bindings: {
      ...bindings,
      ...(Object.fromEntries([...queues, ...objects]) as Partial<Env>),
      DB: countedDatabase(bindings.DB, (work) => counted("d1", work)),
      FILES: files,
    },
    calls,
  };
}

/** Has each call of a binding go through `call`. */
function withCalls<Binding extends object>(
  binding: Binding,
  call: (name: PropertyKey, work: () => unknown) => unknown,
): Binding {
  return new Proxy(binding, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...args: unknown[]) => call(name, () => Reflect.apply(member, target, args));
    },
  });
}

function countedDatabase(database: D1Database, call: (work: () => unknown) => Promise<unknown>): D1Database {
  const originals = new WeakMap<object, D1PreparedStatement>();

  function statement(original: D1PreparedStatement): D1PreparedStatement {
    const proxy = new Proxy(original, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => statement(target.bind(...values));
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return (...args: unknown[]) => call(() => Reflect.apply(member, target, args));
      },
    });
    originals.set(proxy, original);
    return proxy;
  }

  return new Proxy(database, {
    get(target, name) {
      if (name === "prepare") return (text: string) => statement(target.prepare(text));
      if (name === "batch")
        return (statements: D1PreparedStatement[]) =>
          call(() => target.batch(statements.map((each) => originals.get(each) ?? each)));
      return Reflect.get(target, name);
    },
  });
}

function countedObjects<Namespace extends object>(namespace: Namespace, call: (work: () => unknown) => unknown) {
  return new Proxy(namespace, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...args: unknown[]) => {
        const result: unknown = Reflect.apply(member, target, args);
        return name === "get" || name === "getByName" ? withCalls(result as object, (_, work) => call(work)) : result;
      };
    },
  });
}
