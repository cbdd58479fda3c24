import { Hono } from "hono";
import { getAccount } from "./api/account/get-account.ts";
import { getUser } from "./api/account/get-user.ts";
import { updateAccount } from "./api/account/update-account.ts";
import { createDocumentDelivery, createRouteDelivery } from "./api/deliveries/create-delivery.ts";
import { deleteDocumentDelivery, deleteRouteDelivery } from "./api/deliveries/delete-delivery.ts";
import { listDeadDeliveries } from "./api/deliveries/list-dead-deliveries.ts";
import { listDocumentDeliveries, listRouteDeliveries } from "./api/deliveries/list-deliveries.ts";
import { retryDelivery } from "./api/deliveries/retry-delivery.ts";
import { updateDocumentDelivery, updateRouteDelivery } from "./api/deliveries/update-delivery.ts";
import { copyDocument } from "./api/documents/copy-document.ts";
import { createDocument } from "./api/documents/create-document.ts";
import { deleteDocument } from "./api/documents/delete-document.ts";
import { getDocument } from "./api/documents/get-document.ts";
import { getFile } from "./api/documents/get-file.ts";
import { listDocuments } from "./api/documents/list-documents.ts";
import { listFields } from "./api/documents/list-fields.ts";
import { listVersions } from "./api/documents/list-versions.ts";
import { restoreVersion } from "./api/documents/restore-version.ts";
import { updateDocument } from "./api/documents/update-document.ts";
import { downloadFile, openFile } from "./api/files/download-file.ts";
import { listDocumentFolders } from "./api/folders/list-document-folders.ts";
import { listFolders } from "./api/folders/list-folders.ts";
import { localMailbox } from "./api/local/local-mailbox.ts";
import { mergeBatch } from "./api/merge/merge-batch.ts";
import { mergeByAddress, mergeByQuery } from "./api/merge/merge-by-address.ts";
import { mergeById } from "./api/merge/merge-by-id.ts";
import { mergeRouteByAddress, mergeRouteById, mergeRouteByQuery } from "./api/merge/merge-route-endpoints.ts";
import { createRoute } from "./api/routes/create-route.ts";
import { deleteRoute } from "./api/routes/delete-route.ts";
import { deleteRule } from "./api/routes/delete-rule.ts";
import { getRoute } from "./api/routes/get-route.ts";
import { listRouteFields } from "./api/routes/list-route-fields.ts";
import { listRoutes } from "./api/routes/list-routes.ts";
import { listRules } from "./api/routes/list-rules.ts";
import { updateRoute } from "./api/routes/update-route.ts";
import { getRun } from "./api/runs/get-run.ts";
import { listRuns } from "./api/runs/list-runs.ts";
import { purgeDocumentRuns, purgeRouteRuns, purgeRun } from "./api/runs/purge-run.ts";
import { replayRunEndpoint } from "./api/runs/replay-run.ts";
import { getHealth } from "./api/service/get-health.ts";
import { combineFilesTool } from "./api/tools/combine-files.ts";
import { compressPdfTool } from "./api/tools/compress-pdf.ts";
import { convertToPdfTool } from "./api/tools/convert-to-pdf.ts";
import { encryptPdfTool } from "./api/tools/encrypt-pdf.ts";
import { flattenPdfTool } from "./api/tools/flatten-pdf.ts";
import { pdfInfoTool } from "./api/tools/pdf-info.ts";
import { rotatePdfTool } from "./api/tools/rotate-pdf.ts";
import { splitPdfTool } from "./api/tools/split-pdf.ts";
import { stampPdfTool } from "./api/tools/stamp-pdf.ts";
import { Failure } from "./domain/failure.ts";
import { type App, type AppBindings, type Endpoint, mount } from "./http/endpoint.ts";
import { createLog } from "./http/log.ts";
import { openApiEndpoint } from "./http/openapi-endpoint.ts";
import { problemResponse } from "./http/problems.ts";
import { limitMerges, openToAllOrigins, requestContext, securityHeaders } from "./http/request-middleware.ts";
import { createStore } from "./store/store.ts";

/** Every endpoint, in the order of the interface. */
export const ENDPOINTS: readonly Endpoint[] = [
  // File tools (interface 4.1)
  combineFilesTool,
  convertToPdfTool,
  compressPdfTool,
  encryptPdfTool,
  splitPdfTool,
  rotatePdfTool,
  stampPdfTool,
  flattenPdfTool,
  pdfInfoTool,

  // Documents (interface 4.2)
  createDocument,
  updateDocument,
  listDocuments,
  getDocument,
  listFields,
  getFile,
  listDocumentDeliveries,
  createDocumentDelivery,
  updateDocumentDelivery,
  deleteDocumentDelivery,
  copyDocument,
  deleteDocument,
  listVersions,
  restoreVersion,

  // Merging (interface 4.3)
  mergeByAddress,
  mergeByQuery,
  mergeById,
  mergeBatch,
  downloadFile,
  openFile,

  // Runs and their deliveries (decisions "Deliveries")
  listRuns,
  getRun,
  replayRunEndpoint,
  purgeRun,
  purgeDocumentRuns,
  purgeRouteRuns,
  listDeadDeliveries,
  retryDelivery,

  // Data routes (interface 4.4, 4.5)
  createRoute,
  updateRoute,
  listRoutes,
  getRoute,
  listRouteFields,
  listRules,
  deleteRule,
  listRouteDeliveries,
  createRouteDelivery,
  updateRouteDelivery,
  deleteRouteDelivery,
  deleteRoute,
  mergeRouteByAddress,
  mergeRouteByQuery,
  mergeRouteById,

  // Folders and account (decisions "Beyond the listed endpoints")
  listFolders,
  listDocumentFolders,
  getAccount,
  updateAccount,
  getUser,
  getHealth,
  localMailbox,
];

/** The service: middleware in its order, then its endpoints. */
export function createApp(endpoints: readonly Endpoint[] = ENDPOINTS, openStore = createStore): App {
  const app = new Hono<AppBindings>({ strict: false });

  app.onError((error, c) => problemResponse(error, c.get("context") ?? beforeContext(c.req.raw)));
  app.use(securityHeaders());
  app.use(requestContext(openStore));
  for (const addresses of ["/merge/*", "/route/*"]) app.use(addresses, openToAllOrigins(), limitMerges());

  mount(app, ...endpoints, openApiEndpoint(endpoints));
  for (const addresses of ["/merge/*", "/route/*"]) app.all(addresses, noSuchMergeAddress);
  app.notFound((c) => problemResponse(new Failure("not_found", "There is nothing at this address."), c.get("context")));

  return app;
}

function noSuchMergeAddress(): never {
  throw new Failure("document_not_selected", "Sorry, but a document was not selected!");
}

/** A request that failed before it had a context, as happens when a binding is missing. */
function beforeContext(request: Request) {
  const requestId = crypto.randomUUID();

  return {
    requestId,
    request,
    settings: { publicBaseUrl: new URL(request.url).origin },
    log: createLog({ request_id: requestId }),
  };
}
