/**
 * Repositories of which each call goes to those of the workspace that it names first: by its id, or by something of its, such as
 * a session. What names none is asked of those of no workspace.
 * @param of the repositories of a workspace
 */
export function byWorkspace<Repositories extends object>(of: (workspaceId: string) => Repositories): Repositories {
  const routed = {};
  for (const [name, repository] of Object.entries(of(""))) {
    // Made when it is asked for: a request uses a few of them.
    let made: object | undefined;
    const get = () => {
      made ??= routedCalls(repository as object, (workspaceId) => Reflect.get(of(workspaceId), name) as object);
      return made;
    };
    Object.defineProperty(routed, name, { get, enumerable: true, configurable: true });
  }
  return routed as Repositories;
}

function routedCalls(repository: object, of: (workspaceId: string) => object): object {
  const calls = Object.keys(repository).map((method) => {
    const call = (...given: unknown[]) => {
      const own = of(workspaceOf(given[0]));
      return Reflect.apply(Reflect.get(own, method) as (...given: unknown[]) => unknown, own, given);
    };
    return [method, call];
  });
  return Object.fromEntries(calls);
}

function workspaceOf(named: unknown): string {
  if (typeof named === "string") return named;
  const { workspaceId } = (named ?? {}) as { workspaceId?: unknown };
  return typeof workspaceId === "string" ? workspaceId : "";
}
