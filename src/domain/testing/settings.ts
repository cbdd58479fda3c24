import { type OutboxSettings, outboxSettings, type StoredSettings } from "../delivery/delivery-secrets.ts";

/** Settings without secrets, as they are kept. */
export const openStored = (settings: Readonly<Record<string, unknown>>): StoredSettings => settings as StoredSettings;

/** The same, as the outbox has them. */
export const openOutboxSettings = (settings: Readonly<Record<string, unknown>>): OutboxSettings =>
  outboxSettings("route", openStored(settings));
