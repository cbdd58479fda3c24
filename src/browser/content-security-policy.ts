/** The origin of the sealed page. The name can never be registered (RFC 6761), so nothing of it leaves the browser. */
export const SANDBOX_ORIGIN = "https://render.invalid";

const CLOSED = [
  "sandbox allow-scripts",
  "default-src 'none'",
  "frame-src 'none'",
  "worker-src 'none'",
  "object-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
  "webrtc 'block'",
];

/** The policy of a page of a template: what it names comes from the Worker; only its own scripts run. */
export function templatePolicy(nonce: string): string {
  return [
    ...CLOSED,
    `script-src 'nonce-${nonce}'`,
    "style-src 'unsafe-inline' http: https:",
    "img-src data: blob: http: https:",
    "font-src data: http: https:",
    "connect-src 'none'",
  ].join("; ");
}

/** The policy of the page that draws PDFs: its own script, its own fonts, the file's bytes, and nothing from anywhere else. */
export function pageImagesPolicy(nonce: string): string {
  return [
    ...CLOSED,
    `script-src 'nonce-${nonce}'`,
    `style-src 'unsafe-inline' ${SANDBOX_ORIGIN}`,
    `img-src data: blob: ${SANDBOX_ORIGIN}`,
    `font-src data: blob: ${SANDBOX_ORIGIN}`,
    `connect-src ${SANDBOX_ORIGIN}`,
  ].join("; ");
}
