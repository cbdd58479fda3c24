import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { DELIVERY_KINDS } from "../domain/delivery/delivery.ts";
import { DOCUMENT_TYPES } from "../domain/document.ts";
import { newestVersion, testsOf, waitingDraft } from "./drafts.ts";
import { pageOf, withoutLogo } from "./fill-in-tools.ts";
import type { ServiceCalls } from "./service-calls.ts";
import { answer, answered, askForConfirm, changed, lacks, listed, READS, REPLACES, SENDS } from "./tool-answers.ts";
import { confirm, documentId } from "./tool-arguments.ts";

/** A document as the service answers it; members this room does not know pass through. */
const documentShape = z.looseObject({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  active: z.string().optional(),
  html: z.string().optional(),
});

const savedShape = documentShape.extend({ fields: z.array(z.looseObject({ name: z.string() })).optional() });

const MAX_HTML_LENGTH = 60_000;

/** Members each of which brings a template. */
const TEMPLATE_MEMBERS = ["html", "file_url", "file_contents"] as const;

const DRAFT_NOTE =
  "Merges keep the template that they have. test_merge shows the draft; publish_document puts it in place.";

export function registerDocumentTools(server: McpServer, calls: ServiceCalls): void {
  server.registerTool(
    "list_documents",
    {
      title: "List documents",
      outputSchema: listed("Documents"),
      description: "Documents of the workspace: id, name, type, output, folder, whether they are in test mode.",
      inputSchema: z.object({
        search: z.string().optional().describe("Text in the name"),
        folder: z.string().optional().describe("A folder's path, e.g. Sales/Invoices"),
      }),
      annotations: READS,
    },
    ({ search, folder }) =>
      answered(calls, async () => {
        const found = z.array(documentShape).parse(await calls.get("/api/documents", { search, folder, limit: 200 }));
        return answer(
          found.map(({ id: found, name, type, output, folder: place, active }) => ({
            id: found,
            name,
            type,
            output,
            folder: place,
            test_mode: active === "0",
          })),
        );
      }),
  );

  server.registerTool(
    "get_document",
    {
      title: "Look at a document",
      outputSchema: documentShape,
      description:
        "One document: its members and settings, the html of its template, its fields with their types, its deliveries, where its fill-in page is.",
      inputSchema: z.object({ id: documentId }),
      annotations: READS,
    },
    ({ id: wanted }) =>
      answered(calls, async () => {
        const path = `/api/documents/${wanted}`;
        const [document, fill_in_page, fields, deliveries] = await Promise.all([
          calls.get(path),
          pageOf(calls, path),
          calls.get(`${path}/fields`, { attributes: 1 }),
          calls.get(`${path}/deliveries`),
        ]);
        const { html, key: _key, url: _url, ...members } = documentShape.parse(document);
        const shown =
          html === undefined
            ? {}
            : { html: html.slice(0, MAX_HTML_LENGTH), html_is_cut: html.length > MAX_HTML_LENGTH };
        return answer({ ...withoutLogo(members), ...shown, fields, deliveries, fill_in_page });
      }),
  );

  server.registerTool(
    "save_document",
    {
      title: "Make or change a document",
      outputSchema: changed(),
      annotations: REPLACES,
      description:
        "Creates a document (without id; it begins in test mode) or changes one (only what is given). A new template of a published document is kept as a draft until publish_document. Errors of the template come with line and column.",
      inputSchema: z.object({
        id: documentId.optional(),
        name: z.string().optional(),
        type: z.enum(DOCUMENT_TYPES).optional().describe("For a new document; cannot change"),
        html: z.string().optional().describe("The template of an html document"),
        file_url: z.string().optional().describe("Public address of the template of another type"),
        file_contents: z.string().optional().describe("The same as base64"),
        output: z.string().optional().describe("pdf, the type itself, html or email"),
        output_name: z.string().optional(),
        folder: z.string().optional(),
        size_width: z.number().optional().describe("Inches"),
        size_height: z
          .union([z.number(), z.literal("auto")])
          .optional()
          .describe("Inches, or auto: as high as what is on the page"),
        settings: z.record(z.string(), z.unknown()).optional(),
        confirm,
      }),
    },
    ({ id: changed, confirm: isConfirmed, ...members }) =>
      answered(calls, async () => {
        if (changed === undefined) {
          if (!isConfirmed)
            return askForConfirm(
              `create the ${members.type ?? "(type is missing)"} document "${members.name ?? "(name is missing)"}" in test mode`,
            );
          return answer(saved(await calls.post("/api/documents", { ...members, active: "0" })));
        }
        const { type: _type, ...changes } = members;
        const before = documentShape.parse(await calls.get(`/api/documents/${changed}`));
        const isDraft = before.active !== "0" && TEMPLATE_MEMBERS.some((name) => changes[name] !== undefined);
        const state =
          before.active === "0"
            ? "which is in test mode"
            : isDraft
              ? "which is published: the template is kept as a draft, everything else holds for the next merge"
              : "which is published: the change holds for the next merge";
        if (!isConfirmed)
          return askForConfirm(`change ${Object.keys(changes).join(", ")} of "${before.name}", ${state}`, {
            id: changed,
          });
        const document = saved(
          await calls.put(`/api/documents/${changed}`, { ...changes, ...(isDraft ? { draft: 1 } : {}) }),
        );
        return answer(
          isDraft ? { ...document, draft: await waitingDraft(calls, changed), note: DRAFT_NOTE } : document,
        );
      }),
  );

  server.registerTool(
    "publish_document",
    {
      title: "Publish a document",
      outputSchema: changed(),
      annotations: REPLACES,
      description:
        "Publishes what was saved: the draft of a document becomes the template of its merges, and a document in test mode leaves it: from then on its merges count, and its deliveries are sent. The document's own tests run first, also where it is published for the first time.",
      inputSchema: z.object({
        id: documentId,
        force: z.boolean().optional().describe("true publishes even if tests fail or fields that were used are gone"),
        confirm,
      }),
    },
    ({ id: published, force = false, confirm: isConfirmed }) =>
      answered(calls, async () => {
        const path = `/api/documents/${published}`;
        const { name, active } = documentShape.parse(await calls.get(path));
        const draft = await waitingDraft(calls, published);
        if (active !== "0" && draft === undefined)
          return answer({ done: true, id: published, name, note: "It was published before." });
        const deliveries = z.array(z.looseObject({ type: z.string() })).parse(await calls.get(`${path}/deliveries`));
        if (!isConfirmed)
          return askForConfirm(`publish ${draft === undefined ? "" : `the draft, version ${draft}, of `}"${name}"`, {
            id: published,
            ...(await ownTests(calls, published, draft)),
            deliveries_that_will_be_sent: deliveries.map(({ type }) => type),
          });
        if (draft !== undefined) {
          const document = saved(await calls.post(`${path}/versions/${draft}/publish`, force ? { force: 1 } : {}));
          if (active !== "0") return answer(document);
        }
        if (draft === undefined && !force) {
          const { tests } = await ownTests(calls, published, draft);
          const failed = tests?.tests.filter(({ passed }) => !passed) ?? [];
          if (failed.length > 0) return lacks(failedTests(failed));
        }
        return answer(saved(await calls.put(path, { active: "1" })));
      }),
  );

  server.registerTool(
    "add_delivery",
    {
      title: "Add a delivery",
      outputSchema: changed(),
      annotations: SENDS,
      description:
        "What happens after each merge of a document: an e-mail, a webhook, a file in a store (S3, WebDAV such as Nextcloud, Azure, Google Drive, SharePoint, Dropbox), or a data route that gets the data.",
      inputSchema: z.object({
        id: documentId,
        type: z.enum(DELIVERY_KINDS),
        name: z.string().optional(),
        settings: z
          .record(z.string(), z.unknown())
          .describe(
            "email: to, subject, html; webhook: url, json, secret; s3: endpoint, bucket, access_key_id, secret_access_key; webdav: url, user, password, path; azure_blob: account, container, sas or account_key, path; dropbox: refresh_token, app_key and app_secret unless the service has its own, path; google_drive: folder_id, client_email, private_key (or refresh_token, client_id and client_secret unless the service has its own), path; sharepoint: tenant, client_id, client_secret, site or user, library, path; route: route_id. All take fields",
          ),
        confirm,
      }),
    },
    ({ id: owner, confirm: isConfirmed, ...delivery }) =>
      answered(calls, async () => {
        const { name } = documentShape.parse(await calls.get(`/api/documents/${owner}`));
        if (!isConfirmed)
          return askForConfirm(`add a delivery by ${delivery.type} to "${name}"`, {
            id: owner,
            settings: delivery.settings,
          });
        return answer({ done: true, delivery: await calls.post(`/api/documents/${owner}/deliveries`, delivery) });
      }),
  );
}

/** What the document's tests say about its draft, or about the template that it is published with for the first time. */
async function ownTests(calls: ServiceCalls, id: string, draft: number | undefined) {
  const version = draft ?? (await newestVersion(calls, id));
  return version === undefined ? {} : { tests: await testsOf(calls, id, version) };
}

function failedTests(failed: readonly { name: string; problems: string[] }[]): string {
  const lines = failed.map(({ name, problems }) => `- ${name}: ${problems.join(" ")}`);
  return [
    "Nothing was published: tests of the document failed.",
    ...lines,
    "What to do: correct the template with save_document and look at it with test_merge; force only if the person wants it.",
    "(tests_failed)",
  ].join("\n");
}

/** A saved document without its template, which the caller has, and without its merge address if nobody confirms. */
function saved(document: unknown) {
  const { html: _html, key: _key, url: _url, fields = [], ...members } = savedShape.parse(document);
  return { done: true, ...members, fields: fields.map(({ name }) => name), test_mode: members.active === "0" };
}
