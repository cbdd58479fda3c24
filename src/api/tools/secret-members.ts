import { Buffer } from "node:buffer";
import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import { readSecrets, seal, unseal } from "../../domain/secret-box.ts";
import { type BodyTree, type BodyValue, FilePart, UploadedPart } from "../../http/body/body-tree.ts";
import type { Store } from "../../store/store.ts";
import type { FileTool } from "./file-tool.ts";
import { fromJson } from "./json-member.ts";

/** Passwords and private keys of work that is done later: apart from the run's data, encrypted, until it is done. */

const STORES_SECRETS = "keeps passwords and keys of work that is done later";
/** They stay in the run's row. */
const MAX_CHARACTERS = 1_000_000;

/** Where in the body a secret was, and what it is: a text, or the bytes of a file in base64. */
const memberSchema = z.object({
  path: z.array(z.union([z.string(), z.int()])),
  value: z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.object({ name: z.string(), contentType: z.string(), base64: z.string() }),
  ]),
});
type Member = z.output<typeof memberSchema>;

/** Members of any depth that are passwords by their names. */
const PASSWORDS: ReadonlySet<string> = new Set(["password", "user_password"]);

interface Keeper {
  store: Pick<Store, "blobs">;
  workspaceId: string;
  secretsKey: string | undefined;
}

/**
 * The body without its secrets, and the secrets, encrypted; undefined if there are none.
 * @throws Failure `misconfigured`, `file_too_large`
 */
export async function withSecretsApart(
  tool: Pick<FileTool, "secrets" | "secretsInJson">,
  body: BodyTree,
  { store, workspaceId, secretsKey }: Keeper,
): Promise<{ body: BodyTree; secrets: string | undefined }> {
  const members: Member[] = [];

  async function bytesOf(part: FilePart): Promise<Uint8Array> {
    if (!(part instanceof UploadedPart)) return part.bytes;
    const bytes = await store.blobs.get(workspaceId, part.blobKey);
    if (!bytes) throw new Error("A file that was just written is not there");
    await store.blobs.delete([part.blobKey]);
    return bytes;
  }

  async function take(value: BodyValue, path: Member["path"], isSecret: boolean): Promise<BodyValue> {
    if (Array.isArray(value))
      return await Promise.all(value.map((item, index) => take(item, [...path, index], isSecret)));
    if (typeof value === "object" && value !== null && !(value instanceof FilePart)) {
      const tree: BodyTree = Object.create(null);
      for (const [name, member] of Object.entries(value))
        tree[name] = await take(member, [...path, name], isSecret || PASSWORDS.has(name));
      return tree;
    }
    if (!isSecret || value === null || value === "") return value;
    if (value instanceof FilePart) {
      const { name, contentType } = value;
      members.push({
        path,
        value: { name, contentType, base64: Buffer.from(await bytesOf(value)).toString("base64") },
      });
    } else members.push({ path, value });
    return null;
  }

  const open: BodyTree = Object.create(null);
  for (const [name, value] of Object.entries(body)) {
    // The body was found valid: what is to be JSON is.
    const read = tool.secretsInJson?.includes(name) ? (fromJson(value) as BodyValue) : value;
    open[name] = await take(read, [name], tool.secrets.includes(name));
  }
  if (members.length === 0) return { body, secrets: undefined };

  const text = JSON.stringify(members);
  if (text.length > MAX_CHARACTERS)
    throw new Failure(
      "file_too_large",
      "The certificate is too large for work that is done later: send the request without it being done later.",
    );
  const sealed = await seal(
    readSecrets(secretsKey, STORES_SECRETS),
    new TextEncoder().encode(text),
    workspaceId,
    "requests",
  );
  return { body: open, secrets: sealed };
}

/** Puts the secrets into the body again. @throws Failure `data_expired` if they cannot be opened any more */
export async function placeSecrets(
  body: BodyTree,
  sealed: string,
  { workspaceId, secretsKey }: Omit<Keeper, "store">,
): Promise<void> {
  const plain = await unseal(readSecrets(secretsKey, STORES_SECRETS), sealed, workspaceId, "requests");
  if (!plain) throw secretsGone();
  const members = z.array(memberSchema).parse(JSON.parse(new TextDecoder().decode(plain)));
  for (const { path, value } of members) place(body, path, toValue(value));
}

const toValue = (value: Member["value"]): BodyValue =>
  typeof value === "object"
    ? new FilePart(value.name, value.contentType, new Uint8Array(Buffer.from(value.base64, "base64")))
    : value;

function place(tree: BodyTree, path: Member["path"], value: BodyValue): void {
  const last = path.at(-1);
  let parent: BodyValue | undefined = tree;
  for (const step of path.slice(0, -1))
    parent =
      Array.isArray(parent) && typeof step === "number" ? parent[step] : isTree(parent) ? parent[step] : undefined;
  if (Array.isArray(parent) && typeof last === "number") parent[last] = value;
  else if (isTree(parent) && last !== undefined) parent[last] = value;
  else throw new Error("A secret has no place in its body");
}

const isTree = (value: BodyValue | undefined): value is BodyTree =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof FilePart);

/** For a run whose passwords or keys are not there any more. */
const secretsGone = (): Failure =>
  new Failure(
    "data_expired",
    "The passwords or keys that came with this request are no longer kept: send the request again.",
  );
