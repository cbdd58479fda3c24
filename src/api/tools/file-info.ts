import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import { inMember } from "../../domain/member-failure.ts";
import { FilePart, UploadedPart } from "../../http/body/body-tree.ts";
import { SAMPLE_PDF } from "../../http/openapi/sample-file.ts";
import { base64OrPart, optional, shownAs, text } from "../../http/wire-values.ts";
import { guardedFetch } from "../../outbound/guarded-fetch.ts";
import type { ToolScope } from "./file-tool.ts";
import { ignoredWarnings } from "./ignored-warnings.ts";
import type { InputFile } from "./input-file.ts";
import { nameWarning } from "./name-warning.ts";
import { inputGone } from "./stored-body.ts";
import { truncatedInput } from "./truncated-input.ts";

const KNOWN = {
  name: optional(text()).meta({
    description: "Name with its extension; it may be left out where a file part brings one.",
    examples: ["report.pdf"],
  }),
  url: optional(text()).meta({ description: "Address from which the file is fetched, when there are no `contents`." }),
  contents: optional(z.union([z.instanceof(UploadedPart, { error: "must be a file part" }), base64OrPart()])).meta({
    description: "The file as base64, or as a file part.",
    examples: [SAMPLE_PDF],
  }),
  password: optional(text()).meta({ description: "Opens a PDF or an Office file that is encrypted." }),
};

/** Members of the files of browsers, which clients send along. */
const OF_BROWSERS: ReadonlySet<string> = new Set(["type", "size", "lastModified"]);

const members = shownAs(
  z.looseObject(KNOWN).transform(({ name, url, contents, password, ...others }) => {
    const ignored = Object.keys(others).filter((member) => !OF_BROWSERS.has(member));
    const file = contents instanceof FilePart ? ofPart(contents) : { name: undefined, contents };
    return { ...file, name: name?.trim() ? name : file.name, url, password, ignored };
  }),
  z.object(KNOWN),
);

/** What came with a file part. */
const ofPart = (file: FilePart) => ({ name: file.name, contents: file instanceof UploadedPart ? file : file.bytes });

/** A file part by itself is a file info, too: its name came with it. */
const part = z.instanceof(FilePart, { error: "must be a file: {name, contents} or {name, url}" }).transform((file) => ({
  ...ofPart(file),
  url: undefined,
  password: undefined,
  ignored: [],
}));

/** The input of a tool (interface 2.1): a name with contents or a URL. */
export const fileInfo = z
  .union([part, members], { error: "must be a file: {name, contents} or {name, url}" })
  .meta({ description: "The file: its name with its contents or its address." });

export type FileInfo = z.output<typeof fileInfo>;

/**
 * The file behind a file info; `contents` takes precedence over `url` (interface 2.1).
 * Throws `file_missing`, naming the member by its JSON pointer, `pdf_damaged` for a PDF with nothing left in it, and
 * what the guarded fetch throws.
 */
export async function readInputFile(scope: ToolScope, info: FileInfo, pointer: string): Promise<InputFile> {
  const show = (member: string) => `${formName(pointer)}[${member}]`;
  const ignored = ignoredWarnings(info.ignored, Object.keys(KNOWN), show);
  const input = await readFile(scope, info, pointer, ignored);
  for (const warning of ignored) scope.warn(warning);
  if (info.url && info.contents) scope.warn(`${show("url")} was not fetched, as the file has contents, too.`);
  for (const warning of [await nameWarning(input), await truncatedInput(input)]) if (warning) scope.warn(warning);
  return input;
}

/** @param ignored warnings about members that mean nothing: next to what is missing, they tell why */
async function readFile(
  { services, workspaceId, meter }: ToolScope,
  info: FileInfo,
  pointer: string,
  ignored: readonly string[],
): Promise<InputFile> {
  const { contents, password } = info;
  const name = info.name?.trim() ?? "";
  if (name === "") {
    const message = ["The file needs a name with its extension.", ...ignored].join(" ");
    throw new Failure("file_missing", message, { errors: [{ pointer: `${pointer}/name`, message }] });
  }
  if (contents instanceof UploadedPart) {
    const ranges = await services.store.blobs.ranges(workspaceId, contents.blobKey);
    if (!ranges) throw inputGone();
    return { name, content: ranges, password, meter };
  }
  if (contents && contents.length > 0) return { name, content: contents, password, meter };
  if (!info.url) {
    const lacks = contents ? "is empty: it has 0 bytes, and no url" : "has neither contents nor a url";
    const message = [`The file "${name}" ${lacks}.`, ...ignored].join(" ");
    throw new Failure("file_missing", message, { errors: [{ pointer: `${pointer}/contents`, message }] });
  }
  const workspace = await services.store.workspaces.byId(workspaceId);
  try {
    const { bytes } = await guardedFetch(info.url, services.outbound(workspace?.internalHosts ?? []));
    return { name, content: bytes, password, meter };
  } catch (error) {
    throw inMember(error, { pointer: `${pointer}/url`, name: `${formName(pointer)}[url]` });
  }
}

/** `/files/0` as people write it in a form: `files[0]`. */
const formName = (pointer: string): string => pointer.slice(1).replace(/\/([^/]*)/g, "[$1]");

/** A file's name without its extension, and with another one. */
export function renamed(name: string, extension: string): string {
  const base = name.slice(name.search(/[^/\\]*$/));
  return `${base.replace(/\.[A-Za-z0-9]{1,5}$/, "") || "document"}.${extension}`;
}
