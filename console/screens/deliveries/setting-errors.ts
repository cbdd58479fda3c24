import { type DeliveryKind, type DeliverySetting, isSecret } from "./delivery-kinds.ts";

/** What has to be done where nothing is typed. */
const MISSING: Partial<Record<DeliverySetting["input"], string>> = {
  route: "Choose a data route.",
  consent: "Connect your account first.",
};

type Values = Readonly<Record<string, string | boolean>>;

/** The settings that the form shows with these values. */
export const askedSettings = (kind: DeliveryKind, values: Values): readonly DeliverySetting[] =>
  kind.settings.filter(({ when }) => !when || when.values.includes(String(values[when.name] ?? "")));

/** What has to be filled in; of a saved delivery, a secret may stay as it is. */
export function missingSettings(kind: DeliveryKind, values: Values, isSaved: boolean): Record<string, string> {
  const missing = askedSettings(kind, values).filter(
    ({ name, input, required }) =>
      required && !(isSaved && isSecret({ input })) && String(values[name] ?? "").trim() === "",
  );

  return Object.fromEntries(missing.map(({ name, label, input }) => [name, MISSING[input] ?? `Fill in "${label}".`]));
}

/**
 * Errors of the form's fields, in its own words: the service says `settings[to] must be ...`.
 * @param errors by members of the request, such as `settings.to`
 */
export function settingErrors(kind: DeliveryKind, errors: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([member, message]) => [
      member.replace(/^settings\./, "").replace(/\..*$/, ""),
      inWords(kind, message),
    ]),
  );
}

function inWords(kind: DeliveryKind, message: string): string {
  return message.replaceAll(/settings\[(\w+)\](?:\[([^\]]*)\])?/g, (written, name: string, part?: string) => {
    if (part !== undefined) return `"${part}"`;
    const label = kind.settings.find((setting) => setting.name === name)?.label;

    return label === undefined ? written : `"${label}"`;
  });
}
