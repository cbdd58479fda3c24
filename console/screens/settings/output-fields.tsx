import { Fieldset, Stack, Switch, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { OneDocument } from "../../api/documents.ts";
import { Select } from "../../parts/select.tsx";
import { OUTPUTS, SHOWS_WARNINGS } from "./choices.ts";
import type { SettingValues } from "./setting-values.ts";

/** What a merge makes and what it is called. */
export function OutputFields({ form, type }: { form: UseFormReturnType<SettingValues>; type: OneDocument["type"] }) {
  return (
    <Fieldset legend="What comes out">
      <Stack gap="sm">
        <TextInput label="Name of the document" {...form.getInputProps("name")} />
        <Select
          label="A merge makes"
          description="An e-mail: the merged html is the mail itself; for other templates the PDF is attached."
          data={OUTPUTS.filter(({ types }) => types.includes(type)).map(({ value, label }) => ({
            value,
            label,
          }))}
          allowDeselect={false}
          {...form.getInputProps("output")}
        />
        <TextInput
          label="Name of the merged file"
          description="It may contain fields. Empty: the document's name."
          placeholder="Invoice {$Number}"
          {...form.getInputProps("output_name")}
        />
        <Switch
          label="Test mode"
          description="Every merge is a test: it is marked SAMPLE, and nothing is delivered."
          {...form.getInputProps("isTest", { type: "checkbox" })}
        />
        {SHOWS_WARNINGS[form.values.output] && (
          <Switch
            label="Show warnings in test merges"
            description={`A test merge prints its first warnings small ${SHOWS_WARNINGS[form.values.output]}.`}
            {...form.getInputProps("show_warnings", { type: "checkbox" })}
          />
        )}
      </Stack>
    </Fieldset>
  );
}
