import { Select, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";

const TIME_ZONES = Intl.supportedValuesOf("timeZone");

/** What a form holds of how values are written. */
interface LanguageValues {
  locale: string;
  timezone: string | null;
  currency: string;
}

/** How dates, numbers and amounts are written. */
export function LanguageFields({
  form,
  examples,
  whenEmpty = "",
}: {
  form: Pick<UseFormReturnType<LanguageValues>, "getInputProps">;
  examples: { locale: string; timezone: string; currency: string };
  /** A sentence that says what counts then. */
  whenEmpty?: string;
}) {
  return (
    <>
      <TextInput
        label="Language and country"
        description={`How months, numbers and amounts are written. ${whenEmpty}`}
        placeholder={examples.locale}
        {...form.getInputProps("locale")}
      />
      <Select
        label="Time zone"
        description={whenEmpty}
        data={TIME_ZONES}
        searchable
        clearable
        placeholder={examples.timezone}
        {...form.getInputProps("timezone")}
      />
      <TextInput
        label="Currency"
        description={`Three letters. ${whenEmpty}`}
        placeholder={examples.currency}
        {...form.getInputProps("currency")}
      />
    </>
  );
}
