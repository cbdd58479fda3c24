import type * as z from "zod";
import type { FailureCode } from "../../domain/failure-codes.ts";
import type { Renderer } from "../../domain/renderer.ts";
import { MOST_QUEUED_S, WorkMeter } from "../../domain/work-meter.ts";
import { unlessDeadly } from "../../http/deadly-files.ts";
import type { ResponseDefinition } from "../../http/endpoint.ts";
import type { MergeServices } from "../../merge/context.ts";
import type { WorkspaceWithFonts } from "../../store/workspaces.ts";
import { ignoredWarnings, withPasswordPlace } from "./ignored-warnings.ts";

/** What a tool works with, whether a request waits for it or it is done for a queued run. */
export interface ToolScope {
  services: MergeServices;
  workspaceId: string;
  /** Read once a call, whoever asks. */
  workspace(): Promise<WorkspaceWithFonts | undefined>;
  /** What the call may cost; all that its files decide is counted here. */
  meter: WorkMeter;
  /** Notes what was odd about an input: it goes with the answer's other warnings. */
  warn(warning: string): void;
}

/** What a tool has made: a file, or a JSON object that is shown as it is. */
export interface ToolAnswer {
  kind: "file" | "json";
  name: string;
  mediaType: string;
  content: Uint8Array | ReadableStream<Uint8Array>;
  /** What could not be kept of the input. */
  warnings: readonly string[];
  /** What drew the pages of a converted file. */
  renderer?: Renderer;
}

/** A file tool (interface 4.1), and what it may be given. */
export interface FileTool<Schema extends z.ZodObject = z.ZodObject> {
  /** Last segment of the path, e.g. `split_pdf`. */
  name: string;
  summary: string;
  description?: string;
  body: Schema;
  /** A body that the tool takes, where the examples of its members make none. */
  example?: Readonly<Record<string, unknown>>;
  /** Flags of the body that the query may have, too, as old clients send them; others of it change nothing. */
  query?: z.ZodObject;
  answers: ResponseDefinition;
  /** Failures besides those of reading files. */
  problems?: readonly FailureCode[];
  /** It converts by the workspace's language, fonts and hosts: they are read while the work is noted. */
  readsWorkspace?: boolean;
  /** Members that nobody may see while the work waits, beside the `password` of each file. */
  secrets: readonly (keyof z.output<Schema> & string)[];
  /** Members that may come as JSON, as text or in a file: passwords in it are found as they are in objects. */
  secretsInJson?: readonly (keyof z.output<Schema> & string)[];
  run(body: z.output<Schema>, scope: ToolScope): Promise<ToolAnswer>;
}

/** Declares a tool; `run` gets the output of its schema. */
export function fileTool<Schema extends z.ZodObject>(tool: FileTool<Schema>): FileTool<Schema> {
  return tool;
}

/**
 * Has a tool do its work; what was odd about the request and its inputs comes before what it could not keep of them.
 * @param request its body, and the names of the members that the tool does not know
 */
export async function workWith(
  tool: FileTool,
  { body, ignored }: { body: z.output<z.ZodObject>; ignored: readonly string[] },
  { services, workspaceId, isQueued }: Pick<ToolScope, "services" | "workspaceId"> & { isQueued: boolean },
): Promise<ToolAnswer> {
  const meter = new WorkMeter(isQueued ? MOST_QUEUED_S : undefined);
  let reading: Promise<WorkspaceWithFonts | undefined> | undefined;
  const workspace = () => (reading ??= services.store.workspaces.byId(workspaceId));
  // Whoever asks for it meets its failure; work that is refused asks no more.
  if (tool.readsWorkspace)
    workspace().catch((error: unknown) =>
      services.log.failure("tool.workspace_not_read", error, { workspace_id: workspaceId }),
    );
  const noted = ignoredWarnings(ignored, Object.keys(tool.body.shape));
  try {
    const answer = await unlessDeadly(services, workspaceId, body, () =>
      tool.run(body, { services, workspaceId, workspace, meter, warn: (warning) => noted.push(warning) }),
    );
    return { ...answer, warnings: [...noted, ...answer.warnings] };
  } catch (error) {
    throw withPasswordPlace(error, ignored);
  }
}
