import { Buffer } from "node:buffer";
import type { RunFile } from "../../domain/run.ts";
import { targetIds } from "../../domain/run-task.ts";
import type { DeliveryContext } from "../delivery-kind.ts";
import { fileBytes } from "../file-bytes.ts";
import type { FileLink } from "../file-links.ts";
import { isOn } from "../setting-values.ts";

/** Files above this go as links even where base64 was asked for: the isolate holds them several times. */
const MAX_INLINE_BYTES = 12 * 1024 * 1024;

interface PayloadFile {
  name: string;
  sha256: string;
  file_contents?: string;
  file_url?: string;
}

/** Whether the files go as links. */
export function sendsLinks({ files, entry }: DeliveryContext): boolean {
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return isOn(entry.settings.file_url) || bytes > MAX_INLINE_BYTES;
}

/**
 * The payload of wire "Deliveries": `{type, timestamp, data}`. One file is in `data` itself; several, as of a
 * data route, in `data.files`.
 * @param links to the files, where they go as such; absent in a preview: they are made when they are sent
 */
export async function webhookPayload(
  context: DeliveryContext,
  links?: readonly FileLink[],
): Promise<Record<string, unknown>> {
  const { run, files, data } = context;
  const { documentId, routeId } = targetIds(run.task);
  const contents = await contentsOf(context, links);
  const described = files.map(({ name, sha256 }, index): PayloadFile => ({ name, sha256, ...contents[index] }));
  return {
    type: run.task.kind === "tool" ? "tool.finished" : "document.merged",
    timestamp: (run.finishedAt ?? run.acceptedAt).toISOString(),
    data: {
      run_id: run.id,
      ...(documentId === undefined ? {} : { document_id: String(documentId) }),
      ...(routeId === undefined ? {} : { route_id: String(routeId) }),
      ...(run.task.kind === "tool" ? { tool: run.task.tool } : { test: run.test }),
      ...(described.length === 1 ? described[0] : { files: described }),
      ...(run.warnings.length > 0 ? { warnings: run.warnings } : {}),
      ...(run.task.kind === "tool" ? {} : { fields: data }),
    },
  };
}

/** Base64 or a link for each file. A preview shows neither. */
async function contentsOf(
  context: DeliveryContext,
  links: readonly FileLink[] | undefined,
): Promise<Partial<PayloadFile>[]> {
  const { files } = context;
  const asLink = sendsLinks(context);
  if (!links) return files.map((file) => (asLink ? { file_url: "(made when sent)" } : { file_contents: sizeOf(file) }));
  if (asLink) return links.map(({ url }) => ({ file_url: url }));
  return await Promise.all(
    files.map(async (file) => ({ file_contents: Buffer.from(await fileBytes(context, file)).toString("base64") })),
  );
}

const sizeOf = ({ sizeBytes }: RunFile): string => `(${sizeBytes} bytes in base64)`;

/** The payload on the wire: JSON, or form pairs in bracket notation. */
export function webhookBody(
  payload: Record<string, unknown>,
  json: boolean,
): { body: Uint8Array; contentType: string } {
  const text = json ? JSON.stringify(payload) : new URLSearchParams(pairsOf(payload)).toString();
  return {
    body: new TextEncoder().encode(text),
    contentType: json ? "application/json" : "application/x-www-form-urlencoded",
  };
}

/** `{data: {name: "a"}}` as `data[name]=a`; flags as 1 and 0, nothing for null. */
function pairsOf(value: unknown, name = ""): [name: string, value: string][] {
  if (typeof value !== "object" || value === null) {
    const text = typeof value === "boolean" ? String(+value) : String(value ?? "");
    return [[name, text]];
  }
  return Object.entries(value).flatMap(([member, inner]) => pairsOf(inner, name ? `${name}[${member}]` : member));
}
