import { z } from "zod";
import { Failure } from "../../domain/failure.ts";
import { FilePart, UploadedPart } from "../../http/body-tree.ts";
import { base64, flag, optional, text } from "../../http/wire-values.ts";
import { guardedFetch } from "../../outbound/guarded-fetch.ts";
import { cutOffInput } from "./cut-off-input.ts";
import type { ToolScope } from "./file-tool.ts";
import type { InputFile } from "./input-file.ts";
import { nameWarning } from "./name-warning.ts";
import { inputGone } from "./stored-body.ts";

const members = z.object({
  name: optional(text()).meta({
    description: "Name with its extension; it may be left out where a file part brings one.",
    examples: ["report.pdf"],
  }),
  url: optional(text()).meta({ description: "Address from which the file is fetched, when there are no `contents`." }),
  contents: optional(z.union([z.instanceof(UploadedPart, { error: "must be a file part" }), base64()])).meta({
    description: "The file as base64, or as a file part.",
  }),
  password: optional(text()).meta({ description: "Opens a file that is encrypted." }),
});

/** `force=1`: a signed PDF is changed all the same. */
export const forceFlag = () =>
  flag().meta({
    description: "1: a signed PDF is changed, too, which breaks its signatures. Otherwise it is refused.",
  });

/** A file part alone is a file info, too: its name came with it. */
const part = z.instanceof(FilePart, { error: "must be a file: {name, contents} or {name, url}" }).transform((file) => ({
  name: file.name,
  contents: file instanceof UploadedPart ? file : file.bytes,
  url: undefined,
  password: undefined,
}));

/** The input of a tool (interface 2.1): a name with contents or a URL. */
export const fileInfo = z
  .union([part, members], { error: "must be a file: {name, contents} or {name, url}" })
  .meta({ description: "The file: its name with its contents or its address." });

export type FileInfo = z.output<typeof fileInfo>;

/**
 * The file behind a file info; `contents` goes before `url` (interface 2.1).
 * Throws `file_missing`, naming the member by its JSON pointer, `pdf_damaged` for a PDF of which nothing is left, and what the
 * guarded fetch throws.
 */
export async function readInputFile(scope: ToolScope, info: FileInfo, pointer: string): Promise<InputFile> {
  const input = await readFile(scope, info, pointer);
  for (const warning of [await nameWarning(input), await cutOffInput(input)]) if (warning) scope.warn(warning);
  return input;
}

async function readFile({ services, workspaceId }: ToolScope, info: FileInfo, pointer: string): Promise<InputFile> {
  const { contents, password } = info;
  const name = info.name?.trim() ?? "";
  if (name === "") {
    const message = "The file needs a name with its extension.";
    throw new Failure("file_missing", message, { errors: [{ pointer: `${pointer}/name`, message }] });
  }
  if (contents instanceof UploadedPart) {
    const ranges = await services.store.blobs.ranges(workspaceId, contents.blobKey);
    if (!ranges) throw inputGone();
    return { name, content: ranges, password };
  }
  if (contents && contents.length > 0) return { name, content: contents, password };
  if (!info.url) {
    const message = `The file "${name}" ${contents ? "is empty: it has 0 bytes, and no url" : "has neither contents nor a url"}.`;
    throw new Failure("file_missing", message, { errors: [{ pointer: `${pointer}/contents`, message }] });
  }
  const workspace = await services.store.workspaces.byId(workspaceId);
  const { bytes } = await guardedFetch(info.url, services.outbound(workspace?.internalHosts ?? []));
  return { name, content: bytes, password };
}

/** A file's name without its extension, and with another one. */
export function renamed(name: string, extension: string): string {
  const base = name.slice(name.search(/[^/\\]*$/));
  return `${base.replace(/\.[A-Za-z0-9]{1,5}$/, "") || "document"}.${extension}`;
}
