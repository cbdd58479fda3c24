import type { AnswerOf, BodyOf } from "../api/client.ts";

/** What somebody may be allowed. */
export type Right = NonNullable<BodyOf<"/api/keys">["rights"]>[number];

type Rights = Pick<AnswerOf<"/api/user">, "rights" | "folders">;

/** Whether rights have one of them: in a folder (a path, empty for none), or without one, anywhere at all. */
export function isAllowed({ rights, folders }: Rights, right: Right, folder?: string): boolean {
  if (folder === undefined) return rights.includes(right) || folders.some((each) => each.rights.includes(right));
  const [nearest] = folders
    .filter(({ path }) => folder === path || folder.startsWith(`${path}/`))
    .sort((one, other) => other.path.length - one.path.length);

  return (nearest?.rights ?? rights).includes(right);
}
