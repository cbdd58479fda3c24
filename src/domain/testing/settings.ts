import { type SettingsOnTheWay, type StoredSettings, settingsOnTheWay } from "../delivery/delivery-secrets.ts";

/** Settings without secrets, as they are kept. */
export const openStored = (settings: Readonly<Record<string, unknown>>): StoredSettings => settings as StoredSettings;

/** The same, as they are on the way. */
export const openOnTheWay = (settings: Readonly<Record<string, unknown>>): SettingsOnTheWay =>
  settingsOnTheWay("route", openStored(settings));
