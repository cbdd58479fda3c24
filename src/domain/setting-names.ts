/** Every setting of the service by the name of its variable; env.ts says what each may hold. */
export const SETTING_NAMES = [
  "PUBLIC_BASE_URL",
  "API_KEY",
  "API_SECRET",
  "OUTBOUND_ALLOW_LOOPBACK",
  "OUTBOUND_RESOLVER_URL",
  "SMTP_URL",
  "MAIL_FROM",
  "MAIL_DOMAINS",
  "MAIL_PER_HOUR",
  "LOCAL_MAILBOX",
  "BROWSER_POOL_SIZE",
  "SECRETS_KEY",
  "CLIENT_ADDRESS_HEADER",
  "SESSION_MAX_DAYS",
  "INTERNAL_HOSTS",
  "STORAGE_QUOTA_BYTES",
  "SIGN_IN_ISSUERS",
  "ACCESS_TEAM",
  "ACCESS_AUDIENCE",
  "CONSENT_CLIENTS",
  "NEW_WORKSPACES",
  "NEW_WORKSPACES_JURISDICTION",
] as const;

export type SettingName = (typeof SETTING_NAMES)[number];
