import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import { type BodyTree, type BodyValue, FilePart, UploadedPart } from "../../http/body/body-tree.ts";
import { sha256Hex } from "../../store/sha256.ts";
import type { Store } from "../../store/store.ts";

/** Where a file is in a body, and where its bytes are. */
const storedFile = z.object({
  path: z.array(z.union([z.string(), z.int()])),
  name: z.string(),
  contentType: z.string(),
  blobKey: z.string(),
  /** Empty in bodies that were stored before it was kept. */
  sha256: z.string().default(""),
  /** It was in memory when it came, and is again when the work is done: what takes small files only takes it then, too. */
  wasInMemory: z.boolean().default(false),
});
type StoredFile = z.output<typeof storedFile>;

const storedBody = z.object({ tree: z.record(z.string(), z.unknown()), files: z.array(storedFile) });

/**
 * The body of a request as JSON, for a run that is done later: files are put into blobs and kept beside the tree.
 * Blobs that the request has written already are taken as they are.
 */
export async function storeBody({ blobs }: Store, workspaceId: string, body: BodyTree): Promise<string> {
  const files: StoredFile[] = [];

  async function withoutFiles(value: BodyValue, path: StoredFile["path"]): Promise<unknown> {
    if (value instanceof FilePart) {
      const { name, contentType } = value;
      const wasInMemory = !(value instanceof UploadedPart);
      const { blobKey, sha256 } = wasInMemory ? await upload(value.bytes) : value;
      files.push({ path, name, contentType, blobKey, sha256, wasInMemory });
      return null;
    }
    if (Array.isArray(value))
      return await Promise.all(value.map((item, index) => withoutFiles(item, [...path, index])));
    if (typeof value !== "object" || value === null) return value;
    const members = await Promise.all(
      Object.entries(value).map(async ([name, member]) => [name, await withoutFiles(member, [...path, name])] as const),
    );
    return Object.fromEntries(members);
  }

  async function upload(bytes: Uint8Array): Promise<Pick<StoredFile, "blobKey" | "sha256">> {
    const started = await blobs.startUpload(workspaceId);
    await started.write(bytes);
    return { blobKey: await started.finish(), sha256: await sha256Hex(bytes) };
  }

  const tree = await withoutFiles(body, []);
  return JSON.stringify({ tree, files });
}

/** A stored body, and the blobs that go when the work is done. */
export interface OpenedBody {
  tree: BodyTree;
  blobKeys: string[];
}

/**
 * The tree of a stored body, its large files as parts that are read from their blobs.
 * @throws Failure `data_expired` if a file is not kept any more
 */
export async function openBody({ blobs }: Store, workspaceId: string, json: string): Promise<OpenedBody> {
  const { tree, files } = storedBody.parse(JSON.parse(json));
  const body = toTree(tree);
  const small = files.filter(({ wasInMemory }) => wasInMemory);
  const contents = await blobs.getAll(
    workspaceId,
    small.map(({ blobKey }) => blobKey),
  );
  for (const [index, { path, name, contentType }] of small.entries()) {
    const bytes = contents[index];
    if (!bytes) throw inputGone();
    place(body, path, new FilePart(name, contentType, bytes));
  }
  for (const { path, name, contentType, blobKey, sha256, wasInMemory } of files)
    if (!wasInMemory) place(body, path, new UploadedPart(name, contentType, blobKey, sha256));
  return { tree: body, blobKeys: files.map(({ blobKey }) => blobKey) };
}

function toTree(members: Readonly<Record<string, unknown>>): BodyTree {
  const tree: BodyTree = Object.create(null);
  for (const [name, value] of Object.entries(members)) tree[name] = toValue(value);
  return tree;
}

function toValue(value: unknown): BodyValue {
  if (Array.isArray(value)) return value.map(toValue);
  if (typeof value === "object" && value !== null) return toTree({ ...value });
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return null;
}

function place(tree: BodyTree, path: StoredFile["path"], file: FilePart): void {
  const last = path.at(-1);
  let parent: BodyValue | undefined = tree;
  for (const step of path.slice(0, -1)) parent = memberOf(parent, step);
  if (Array.isArray(parent) && typeof last === "number") parent[last] = file;
  else if (isTree(parent) && last !== undefined) parent[last] = file;
  else throw new Error("A stored file has no place in its body");
}

function memberOf(value: BodyValue | undefined, step: string | number): BodyValue | undefined {
  if (Array.isArray(value) && typeof step === "number") return value[step];
  return isTree(value) ? value[step] : undefined;
}

function isTree(value: BodyValue | undefined): value is BodyTree {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof FilePart);
}

/** For a run that is repeated when its input is no longer there. */
export const inputGone = (): Failure =>
  new Failure("data_expired", "The files that were sent are no longer kept: send them again.");
