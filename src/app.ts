import { Hono } from "hono";
import { serveAddin } from "./addin/serve-addin.ts";
import { getAccount } from "./api/account/get-account.ts";
import { getUsage } from "./api/account/get-usage.ts";
import { getUser } from "./api/account/get-user.ts";
import { rotateAlertSecret } from "./api/account/rotate-alert-secret.ts";
import { updateAccount } from "./api/account/update-account.ts";
import { ADDRESSES_OF_DOCUMENTS, ADDRESSES_OF_ROUTES } from "./api/addresses/former-addresses.ts";
import { decideOnApplication, describeApplication } from "./api/applications/authorize.ts";
import { listApplications, removeApplication } from "./api/applications/list-applications.ts";
import { mountApplications } from "./api/applications/mount-applications.ts";
import { askForApproval } from "./api/approvals/ask-approval.ts";
import { approve, giveBack, listApprovals, listApprovers, withdrawApproval } from "./api/approvals/decide-approval.ts";
import { exportAudit } from "./api/audit/export-audit.ts";
import { listAudit } from "./api/audit/list-audit.ts";
import { listRefusals } from "./api/audit/list-refusals.ts";
import { verifyAudit } from "./api/audit/verify-audit.ts";
import { removeFromBin, restoreFromBin } from "./api/bin/change-bin.ts";
import { listBin } from "./api/bin/list-bin.ts";
import { beginConsentOfPerson, listConsents } from "./api/consents/begin-consent.ts";
import { finishConsentOfPerson } from "./api/consents/finish-consent.ts";
import { createDocumentDelivery, createRouteDelivery } from "./api/deliveries/create-delivery.ts";
import { deleteDocumentDelivery, deleteRouteDelivery } from "./api/deliveries/delete-delivery.ts";
import { listDocumentDeliveries, listRouteDeliveries } from "./api/deliveries/list-deliveries.ts";
import { getRunDelivery, listAttempts, listRunDeliveries } from "./api/deliveries/list-run-deliveries.ts";
import { retryDelivery } from "./api/deliveries/retry-delivery.ts";
import { rotateDocumentSecret, rotateRouteSecret } from "./api/deliveries/rotate-secret.ts";
import { updateDocumentDelivery, updateRouteDelivery } from "./api/deliveries/update-delivery.ts";
import { copyDocument } from "./api/documents/copy-document.ts";
import { createDocument } from "./api/documents/create-document.ts";
import { deleteDocument } from "./api/documents/delete-document.ts";
import { getDocument } from "./api/documents/get-document.ts";
import { getFile } from "./api/documents/get-file.ts";
import { listDocuments } from "./api/documents/list-documents.ts";
import { listFields } from "./api/documents/list-fields.ts";
import { renewDocumentKey } from "./api/documents/renew-key.ts";
import { updateDocument } from "./api/documents/update-document.ts";
import { downloadFile, openFile } from "./api/files/download-file.ts";
import { getFillIn, getRouteFillIn, renewFillInKey, renewRouteFillInKey } from "./api/fill-in/fill-in-address.ts";
import { openFillIn, sendFillIn } from "./api/fill-in/fill-in-page.ts";
import { previewFillIn, previewRouteFillIn } from "./api/fill-in/preview-fill-in.ts";
import { deleteTurnstile, getTurnstile, updateTurnstile } from "./api/fill-in/turnstile.ts";
import { createFolder, deleteFolder, renameFolder } from "./api/folders/change-folders.ts";
import { listDocumentFolders } from "./api/folders/list-document-folders.ts";
import { listFolders } from "./api/folders/list-folders.ts";
import { addFont } from "./api/fonts/add-font.ts";
import { deleteFont } from "./api/fonts/delete-font.ts";
import { listFonts } from "./api/fonts/list-fonts.ts";
import { deleteHook, updateHook } from "./api/hooks/change-hook.ts";
import { createHook } from "./api/hooks/create-hook.ts";
import { DESCRIBED_WEBHOOKS } from "./api/hooks/described-webhooks.ts";
import { getHook, listHookEvents, listHooks } from "./api/hooks/read-hooks.ts";
import { testHook } from "./api/hooks/test-hook.ts";
import { createIdentity, deleteIdentity, updateIdentity } from "./api/identities/change-identities.ts";
import { getIdentity, listIdentities } from "./api/identities/list-identities.ts";
import { changeKey, revokeKey } from "./api/keys/change-key.ts";
import { createKey } from "./api/keys/create-key.ts";
import { listKeys } from "./api/keys/list-keys.ts";
import { localMailbox } from "./api/local/local-mailbox.ts";
import { getMailHtml, listMailbox } from "./api/local/mailbox.ts";
import { deleteMailServer } from "./api/mail-server/delete-mail-server.ts";
import { getMailServer } from "./api/mail-server/get-mail-server.ts";
import { updateMailServer } from "./api/mail-server/update-mail-server.ts";
import { mergeBatch, mergeBatchById, mergeRouteBatch, mergeRouteBatchById } from "./api/merge/merge-batch.ts";
import { mergeByAddress, mergeByQuery } from "./api/merge/merge-by-address.ts";
import { mergeById } from "./api/merge/merge-by-id.ts";
import { mergeRouteByAddress, mergeRouteById, mergeRouteByQuery } from "./api/merge/merge-route-endpoints.ts";
import {
  getDocumentListTemplate,
  getRouteListTemplate,
  readDocumentList,
  readRouteList,
} from "./api/merge/read-list.ts";
import { mountOperator } from "./api/operator/mount-operator.ts";
import { acceptInvitation, readInvitation } from "./api/people/accept-invitation.ts";
import { leaveWorkspace, makeFirstOwner, removePerson, updatePerson } from "./api/people/change-people.ts";
import { createInvitation, listInvitations, repeatInvitation, withdrawInvitation } from "./api/people/invitations.ts";
import { getPerson, getPersonAccess, listPeople } from "./api/people/read-people.ts";
import { copyRoute, renewRouteKey } from "./api/routes/copy-route.ts";
import { createRoute } from "./api/routes/create-route.ts";
import { deleteRoute } from "./api/routes/delete-route.ts";
import { deleteRule } from "./api/routes/delete-rule.ts";
import { getRoute } from "./api/routes/get-route.ts";
import { listRouteFields } from "./api/routes/list-route-fields.ts";
import { listRoutes } from "./api/routes/list-routes.ts";
import { listRules } from "./api/routes/list-rules.ts";
import { replaceRules } from "./api/routes/replace-rules.ts";
import { updateRoute } from "./api/routes/update-route.ts";
import { cancelRun } from "./api/runs/cancel-run.ts";
import { getReceipt } from "./api/runs/get-receipt.ts";
import { getRun } from "./api/runs/get-run.ts";
import { getRunData } from "./api/runs/get-run-data.ts";
import { getRunFile } from "./api/runs/get-run-file.ts";
import { listRuns } from "./api/runs/list-runs.ts";
import { getRunFilePage, listRunFilePages, pageImage } from "./api/runs/page-images.ts";
import { getFailedRows, pauseRun, resumeRun } from "./api/runs/pause-batch.ts";
import { purgeDocumentRuns, purgeRouteRuns, purgeRun } from "./api/runs/purge-run.ts";
import { replayRunEndpoint } from "./api/runs/replay-run.ts";
import { streamRuns } from "./api/runs/stream-runs.ts";
import { getSample, listSamples } from "./api/samples/read-samples.ts";
import { createSample, deleteSample, updateSample } from "./api/samples/write-samples.ts";
import { getHealth } from "./api/service/get-health.ts";
import { getReadiness } from "./api/service/get-readiness.ts";
import { getReceiptKeys } from "./api/service/receipt-keys.ts";
import { accessSignIn } from "./api/sign-in/access-sign-in.ts";
import { connectDirectory, disconnectDirectory, getDirectory } from "./api/sign-in/directory.ts";
import { createIssuer, deleteIssuer, listIssuers, proveIssuerDomain, updateIssuer } from "./api/sign-in/issuers.ts";
import { issuersOfAddress, listWays } from "./api/sign-in/list-ways.ts";
import { mailSignIn, useMailLink } from "./api/sign-in/mail-sign-in.ts";
import { beginOpenIdSignIn, finishOpenIdSignIn } from "./api/sign-in/openid-sign-in.ts";
import { passkeyOptions, passkeySignIn } from "./api/sign-in/passkey-sign-in.ts";
import { addPasskey, listPasskeys, newPasskeyOptions, removePasskey, renamePasskey } from "./api/sign-in/passkeys.ts";
import { mountScim } from "./api/sign-in/scim.ts";
import { lintTemplate } from "./api/templates/lint-template.ts";
import { listPdfFields, replacePdfFields } from "./api/templates/pdf-fields.ts";
import { acceptPlaceholders, listPlaceholders } from "./api/templates/placeholders.ts";
import { previewDocument } from "./api/templates/preview-document.ts";
import { previewMail } from "./api/templates/preview-mail.ts";
import { testDocumentDelivery, testRouteDelivery } from "./api/templates/test-delivery.ts";
import { toolEndpoint } from "./api/tools/endpoints/tool-endpoint.ts";
import { FILE_TOOLS } from "./api/tools/endpoints/tools.ts";
import { compareVersions } from "./api/versions/compare-versions.ts";
import { mergeVersion } from "./api/versions/merge-version.ts";
import { publishVersion, testVersion } from "./api/versions/publish-version.ts";
import { getVersion, getVersionFile, listVersionFields, listVersions } from "./api/versions/read-versions.ts";
import { restoreVersion } from "./api/versions/restore-version.ts";
import { authorizationServer } from "./applications/open-server.ts";
import { serveConsole } from "./console/console-page.ts";
import { createSession } from "./console/create-session.ts";
import { deleteSession } from "./console/delete-session.ts";
import { frontPage } from "./console/front-page.ts";
import { getSession, listSessions } from "./console/read-sessions.ts";
import { Failure } from "./domain/failure.ts";
import { createLog } from "./domain/log.ts";
import { discardUnreadBody } from "./http/body/unread-body.ts";
import type { RequestContext } from "./http/context.ts";
import { type App, type AppBindings, type Endpoint, mount } from "./http/endpoint.ts";
import { nothingHere } from "./http/nothing-here.ts";
import { openApiEndpoint } from "./http/openapi/openapi-endpoint.ts";
import { problemResponse } from "./http/problems.ts";
import { openToAllOrigins, requestContext, securityHeaders } from "./http/request-middleware.ts";
import { createStore } from "./store/store.ts";

/** Every endpoint, in the order of the interface. */
export const ENDPOINTS: readonly Endpoint[] = [
  // File tools (interface 4.1)
  ...FILE_TOOLS.map(toolEndpoint),

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
  rotateDocumentSecret,
  copyDocument,
  deleteDocument,
  renewDocumentKey,
  ...ADDRESSES_OF_DOCUMENTS,

  // Samples and versions
  listSamples,
  createSample,
  getSample,
  updateSample,
  deleteSample,
  listVersions,
  getVersion,
  getVersionFile,
  listVersionFields,
  compareVersions,
  mergeVersion,
  publishVersion,
  testVersion,
  restoreVersion,
  listApprovals,
  listApprovers,
  askForApproval,
  approve,
  giveBack,
  withdrawApproval,
  lintTemplate,
  listPlaceholders,
  listPdfFields,
  replacePdfFields,
  acceptPlaceholders,
  previewDocument,
  previewMail,
  testDocumentDelivery,

  // Fill-in pages
  getFillIn,
  renewFillInKey,
  previewFillIn,
  getRouteFillIn,
  renewRouteFillInKey,
  previewRouteFillIn,
  openFillIn,
  sendFillIn,

  // Merging (interface 4.3)
  mergeByAddress,
  mergeByQuery,
  mergeById,
  mergeBatch,
  mergeBatchById,
  readDocumentList,
  getDocumentListTemplate,
  downloadFile,
  openFile,

  // Runs and their deliveries (wire "Deliveries")
  listRuns,
  streamRuns,
  getRun,
  getReceipt,
  getRunData,
  getRunFile,
  listRunFilePages,
  getRunFilePage,
  pageImage,
  replayRunEndpoint,
  cancelRun,
  pauseRun,
  resumeRun,
  getFailedRows,
  purgeRun,
  purgeDocumentRuns,
  purgeRouteRuns,
  listRunDeliveries,
  getRunDelivery,
  retryDelivery,
  listAttempts,

  // Data routes (interface 4.4, 4.5)
  createRoute,
  updateRoute,
  listRoutes,
  getRoute,
  listRouteFields,
  listRules,
  replaceRules,
  deleteRule,
  listRouteDeliveries,
  createRouteDelivery,
  updateRouteDelivery,
  deleteRouteDelivery,
  rotateRouteSecret,
  testRouteDelivery,
  deleteRoute,
  copyRoute,
  renewRouteKey,
  ...ADDRESSES_OF_ROUTES,
  mergeRouteByAddress,
  mergeRouteByQuery,
  mergeRouteById,
  mergeRouteBatch,
  mergeRouteBatchById,
  readRouteList,
  getRouteListTemplate,

  // Signing identities
  listIdentities,
  createIdentity,
  getIdentity,
  updateIdentity,
  deleteIdentity,

  // Folders and account (wire "Beyond the listed endpoints")
  listFolders,
  listDocumentFolders,
  createFolder,
  renameFolder,
  deleteFolder,
  getAccount,
  updateAccount,
  rotateAlertSecret,
  getMailServer,
  updateMailServer,
  deleteMailServer,
  getTurnstile,
  updateTurnstile,
  deleteTurnstile,
  getUser,
  getUsage,
  listFonts,
  addFont,
  deleteFont,
  listKeys,
  createKey,
  changeKey,
  revokeKey,

  // Accounts of people at stores of files (docs/delivery.md)
  listConsents,
  beginConsentOfPerson,
  finishConsentOfPerson,

  // What happens, told (docs/hooks.md)
  listHooks,
  createHook,
  listHookEvents,
  getHook,
  updateHook,
  testHook,
  deleteHook,

  // People (docs/people.md)
  listPeople,
  makeFirstOwner,
  leaveWorkspace,
  getPerson,
  updatePerson,
  removePerson,
  getPersonAccess,
  listInvitations,
  createInvitation,
  repeatInvitation,
  withdrawInvitation,
  readInvitation,
  acceptInvitation,
  // What was deleted
  listBin,
  restoreFromBin,
  removeFromBin,

  // What was done
  listAudit,
  verifyAudit,
  exportAudit,
  listRefusals,

  // Sessions of browsers (docs/decisions/http.md)
  createSession,
  listSessions,
  getSession,
  deleteSession,

  // Ways in (docs/people.md)
  listWays,
  issuersOfAddress,
  beginOpenIdSignIn,
  finishOpenIdSignIn,
  mailSignIn,
  useMailLink,
  passkeyOptions,
  passkeySignIn,
  accessSignIn,
  listPasskeys,
  newPasskeyOptions,
  addPasskey,
  renamePasskey,
  removePasskey,
  listIssuers,
  createIssuer,
  updateIssuer,
  proveIssuerDomain,
  deleteIssuer,
  getDirectory,
  connectDirectory,
  disconnectDirectory,
  describeApplication,
  decideOnApplication,
  listApplications,
  removeApplication,

  // The service itself
  getHealth,
  getReadiness,
  getReceiptKeys,
  localMailbox,
  listMailbox,
  getMailHtml,
];

/**
 * The service: middleware in its order, then its endpoints.
 * @param options elsewhere: it works for requests that were authenticated where they came in
 */
export function createApp(
  endpoints: readonly Endpoint[] = ENDPOINTS,
  openStore = createStore,
  { elsewhere = false } = {},
): App {
  const app = new Hono<AppBindings>({ strict: false });

  app.onError((error, c) => problemResponse(error, c.get("context") ?? beforeContext(c.req.raw)));
  app.use(discardUnreadBody());
  app.use(securityHeaders());
  app.use(requestContext(openStore, { elsewhere, applicationCaller }));
  for (const addresses of ["/merge/*", "/route/*"]) app.use(addresses, openToAllOrigins());

  mount(app, ...endpoints, openApiEndpoint(endpoints, DESCRIBED_WEBHOOKS));
  mountScim(app);
  mountApplications(app);
  mountOperator(app);
  for (const addresses of ["/merge/*", "/route/*"]) app.all(addresses, noSuchMergeAddress);
  app.get("/", frontPage);
  for (const addresses of ["/console", "/console/*"]) app.all(addresses, serveConsole);
  app.all("/addin/*", serveAddin);
  // Its library builds many schemas, which a Worker that is asked for none of this starts without.
  app.all("/mcp", async (c) => {
    const { answerMcp } = await import("./mcp/answer-mcp.ts");
    return answerMcp(c, (request) => app.fetch(request, c.env, c.executionCtx));
  });
  app.notFound((c) => problemResponse(nothingHere(), c.get("context")));

  return app;
}

const applicationCaller: RequestContext["applicationCaller"] = async (context, token) =>
  (await authorizationServer()).applicationCaller(context, token);

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
