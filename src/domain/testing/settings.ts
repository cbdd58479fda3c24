import { type KeptSettings, type SettingsOnTheWay, settingsOnTheWay } from "../delivery/delivery-secrets.ts";

/** Settings without secrets, as they are kept. */
export const openKept = (settings: Readonly<Record<string, unknown>>): KeptSettings => settings as KeptSettings;

/** The same, as they are on the way. */
export const openOnTheWay = (settings: Readonly<Record<string, unknown>>): SettingsOnTheWay =>
  settingsOnTheWay("route", openKept(settings));
