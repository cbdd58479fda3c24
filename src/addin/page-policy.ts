/** A page of the add-in: the task pane, and the window in which a person signs in. */
export type AddinPage = "pane" | "sign-in";

/** Where office.js and the parts that it reads by itself come from. */
const OFFICE_SCRIPTS = "https://appsforoffice.microsoft.com";

/** Pages of Office on the web, and of what has it in a frame, may frame the pane; nobody else may. */
const OFFICE_HOSTS = [
  "https://*.officeapps.live.com",
  "https://*.office.com",
  "https://*.office365.com",
  "https://*.cloud.microsoft",
  "https://*.microsoft365.com",
  "https://*.sharepoint.com",
  "https://onedrive.live.com",
  "https://teams.microsoft.com",
] as const;

/**
 * The policy of a page (CSP 3): that of the console, and office.js, which is Microsoft's and comes from nowhere else. The pane may be
 * framed by Office; the window of the sign-in is a window of its own. It has no `Cross-Origin-Opener-Policy`, since Office
 * on the web speaks to it as its opener.
 */
export function pagePolicy(page: AddinPage, styleNonce: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${OFFICE_SCRIPTS}`,
    `style-src 'self' 'nonce-${styleNonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${OFFICE_SCRIPTS}`,
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${page === "pane" ? OFFICE_HOSTS.join(" ") : "'none'"}`,
  ];
  return { "content-security-policy": policy.join("; ") };
}
