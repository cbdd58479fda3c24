/**
 * Changes that a key alone cannot make, or not without something of the other side: of sessions, issuers that answer, passkeys that
 * browsers make, applications that people let in, approvals of two persons.
 */
export const CHANGES_OF_PEOPLE = [
  "DELETE /api/sessions/:session",
  "POST /api/issuers",
  "PUT /api/issuers/:issuer",
  "POST /api/issuers/:issuer/proof",
  "DELETE /api/issuers/:issuer",
  "POST /api/passkeys",
  "PUT /api/passkeys/:passkey",
  "DELETE /api/passkeys/:passkey",
  "POST /api/documents/:id/approvals",
  "DELETE /api/documents/:id/approvals/:approval",
  "POST /api/documents/:id/approvals/:approval/approve",
  "POST /api/documents/:id/approvals/:approval/give_back",
  "POST /api/applications",
  "DELETE /api/applications/:application",
  "POST /api/people/leave",
] as const;
