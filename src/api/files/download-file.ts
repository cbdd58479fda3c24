import { z } from "zod";
import { Failure } from "../../domain/failure.ts";
import { endpoint } from "../../http/endpoint.ts";
import { file } from "../../http/responses.ts";
import { text } from "../../http/wire-values.ts";

/** One sentence for every link that leads nowhere, so that a guess learns nothing. */
const expired = () => new Failure("link_expired", "This link has expired or was never given out.");

export const downloadFile = endpoint({
  method: "get",
  path: "/files/:token",
  summary: "Download a merged file by a link that expires",
  tag: "Merge",
  auth: "none",
  params: z.object({ token: text() }),
  responses: { 200: { description: "The file.", mediaType: "application/octet-stream" } },
  async handle({ params, context }) {
    const { store } = context;
    const link = await store.links.byToken(params.token, context.now());
    // Links with a password are opened by the page that asks for it.
    if (!link || link.passwordHash !== undefined) throw expired();
    if (link.once && !(await store.links.use(params.token, context.now()))) throw expired();
    const content = await store.blobs.getStream(link.workspaceId, link.file.blobKey);
    if (!content) throw expired();
    return file(content.body, link.file, 200, { "content-length": String(content.sizeBytes) });
  },
});
