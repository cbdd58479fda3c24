/**
 * Repositories of which each call goes to those of the workspace that it names first: by its id, or by something of its, such as
 * a session. What names none is asked of those of no workspace.
 * @param of the repositories of a workspace
 */
export function byWorkspace<Repositories extends object>(of: (workspaceId: string) => Repositories): Repositories {
  const routed = Object.entries(of("")).map(([name, repository]) => {
    const methods = Object.keys(repository as object).map((method) => {
      const call = (...given: unknown[]) => {
        const own = Reflect.get(of(workspaceOf(given[0])), name) as object;
        return Reflect.apply(Reflect.get(own, method) as (...given: unknown[]) => unknown, own, given);
      };
      return [method, call];
    });
    return [name, Object.fromEntries(methods)];
  });
  return Object.fromEntries(routed) as Repositories;
}

function workspaceOf(named: unknown): string {
  if (typeof named === "string") return named;
  const { workspaceId } = (named ?? {}) as { workspaceId?: unknown };
  return typeof workspaceId === "string" ? workspaceId : "";
}
