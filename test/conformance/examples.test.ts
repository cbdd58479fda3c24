import { beforeAll, expect, it } from "vitest";
import { fill, newOwner, type Owned } from "../support/confidential-workspace.ts";
import { EXAMPLES } from "../support/described-operations.ts";
import { testService } from "../support/test-service.ts";

/** The bodies that the reference shows, sent as they are: to a workspace that has one of each thing that paths name. */

/**
 * What lacks something that only its reader has: their own signature, font, invoice or domain, a person's session, a state of the document.
 * None of it is refused for how it is written.
 */
const INCOMPLETE: Readonly<Record<string, string>> = {
  "POST /api/tools/sign_pdf": "identity_missing",
  "POST /api/tools/insert_signature": "signature_mismatch",
  "POST /api/tools/read_invoice": "e_invoice_missing",
  "POST /api/tools/validate_invoice": "e_invoice_missing",
  "POST /api/documents/:id/deliveries/:delivery/secret": "invalid_request",
  "PUT /api/documents/:id/samples/:sample": "name_taken",
  "POST /api/documents/:id/versions/:version/publish": "invalid_request",
  "POST /api/documents/:id/approvals": "invalid_request",
  "POST /api/documents/:id/approvals/:approval/approve": "not_found",
  "POST /api/documents/:id/approvals/:approval/give_back": "not_found",
  "POST /api/documents/:id/placeholders": "invalid_request",
  "PUT /api/documents/:id/pdf_fields": "invalid_request",
  "POST /api/documents/:id/preview": "invalid_request",
  "POST /form/:id/:key": "not_found",
  "POST /merge/:id/:key": "document_not_selected",
  "POST /merge/:id/:key/batch": "document_not_selected",
  "POST /files/:token": "link_expired",
  "POST /api/routes/:id/deliveries/:delivery/secret": "invalid_request",
  "POST /api/routes/:id/deliveries/:delivery/test": "merge_failed",
  "POST /route/:id/:key": "document_not_selected",
  "POST /route/:id/:key/batch": "document_not_selected",
  "POST /api/identities": "file_missing",
  "PUT /api/folders/:folder": "folder_exists",
  "PUT /api/mail_server": "url_unreachable",
  "PUT /api/turnstile": "invalid_request",
  "POST /api/fonts": "font_not_readable",
  "POST /api/invitations": "already_member",
  "POST /api/invitation": "cross_site_request",
  "POST /api/invitation/accept": "cross_site_request",
  "POST /api/sessions": "cross_site_request",
  "POST /api/sign-in/issuers": "cross_site_request",
  "POST /api/sign-in/openid/:issuer": "cross_site_request",
  "POST /api/sign-in/mail": "cross_site_request",
  "POST /api/sign-in/mail/use": "cross_site_request",
  "POST /api/sign-in/passkey": "cross_site_request",
  "POST /api/sign-in/access": "cross_site_request",
  "POST /api/passkeys": "forbidden",
  "PUT /api/passkeys/:passkey": "not_found",
  "POST /api/issuers": "invalid_request",
  "PUT /api/issuers/:issuer": "not_found",
  "POST /api/applications/request": "forbidden",
  "POST /api/applications": "forbidden",
  "POST /api/consents": "invalid_request",
};

const send = testService();
let owner: Owned;
beforeAll(async () => {
  owner = await newOwner();
});

it("there are some", () => expect(EXAMPLES.length).toBeGreaterThan(60));

it.each(EXAMPLES.map((each) => [`${each.method} ${each.path}`, each] as const))(
  "%s",
  async (name, { method, path, example }) => {
    const response = await send(fill(path, owner), {
      method,
      headers: { authorization: owner.authorization, "content-type": "application/json" },
      body: JSON.stringify(example),
    });
    const text = await response.text();
    const code = response.status < 400 ? "" : (JSON.parse(text) as { code: string }).code;
    expect(code, text).toBe(INCOMPLETE[name] ?? "");
  },
);
