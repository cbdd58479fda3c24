import { dataOf } from "../answers.ts";
import type { Api, BodyOf } from "../api.ts";

/** The workspace: its counts, its settings, its folders. */
export function accountResource(api: Api) {
  return {
    /** Counts of merges, and the defaults of new documents. */
    get: () => dataOf(api.GET("/api/account", {})),
    update: (body: NonNullable<BodyOf<"/api/account", "put">>) => dataOf(api.PUT("/api/account", { body })),
    /** How mails of the workspace leave; with `check` also what the DNS says about the sender's domain. */
    mailServer: ({ check = false } = {}) =>
      dataOf(api.GET("/api/mail_server", { params: { query: check ? { check: 1 } : {} } })),
    /** A mail as it would arrive; nothing is stored or sent. */
    previewMail: (body: NonNullable<BodyOf<"/api/preview_mail", "post">>) =>
      dataOf(api.POST("/api/preview_mail", { body })),
    /** Saved once the server has taken the login. */
    setMailServer: (body: NonNullable<BodyOf<"/api/mail_server", "put">>) =>
      dataOf(api.PUT("/api/mail_server", { body })),
    removeMailServer: () => dataOf(api.DELETE("/api/mail_server", {})),
    /** The keys by which fill-in pages have Turnstile tell people from programs; empty if they ask nobody. */
    turnstile: () => dataOf(api.GET("/api/turnstile", {})),
    /** Saved once Turnstile knows the secret. */
    setTurnstile: (body: NonNullable<BodyOf<"/api/turnstile", "put">>) => dataOf(api.PUT("/api/turnstile", { body })),
    removeTurnstile: () => dataOf(api.DELETE("/api/turnstile", {})),
    user: () => dataOf(api.GET("/api/user", {})),
    folders: () => dataOf(api.GET("/api/folders", {})),
    createFolder: (name: string) => dataOf(api.POST("/api/folders", { body: { name } })),
    health: () => dataOf(api.GET("/api/health", {})),
  };
}
