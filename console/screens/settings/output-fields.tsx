import { Fieldset, Stack, Switch, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { OneDocument } from "../../api/documents.ts";
import { MergeInput } from "../../parts/fields/merge-input.tsx";
import { Select } from "../../parts/select.tsx";
import { OUTPUTS, SHOWS_WARNINGS } from "./choices.ts";
import type { SettingValues } from "./setting-values.ts";

/** What a merge makes and what it is called. */
export function OutputFields({ form, type }: { form: UseFormReturnType<SettingValues>; type: OneDocument["type"] }) {
  return (
    <Fieldset legend="Document and output">
      <Stack gap="sm">
        <TextInput label="Document name" {...form.getInputProps("name")} />
        <Select
          label="Output"
          description="E-mail: merged HTML is the body; for other templates the PDF is attached."
          data={OUTPUTS.filter(({ types }) => types.includes(type)).map(({ value, label }) => ({
            value,
            label,
          }))}
          allowDeselect={false}
          {...form.getInputProps("output")}
        />
        <MergeInput
          label="File name"
          description="May contain fields. Leave empty to use the document's name."
          placeholder="Invoice {$Number}"
          {...form.getInputProps("output_name")}
        />
        <Switch
          label="Test mode"
          description="Every merge is a test: marked SAMPLE and not delivered."
          {...form.getInputProps("isTest", { type: "checkbox" })}
        />
        {SHOWS_WARNINGS[form.values.output] && (
          <Switch
            label="Show warnings in test merges"
            description={`Test merges print their first warnings in small type ${SHOWS_WARNINGS[form.values.output]}.`}
            {...form.getInputProps("show_warnings", { type: "checkbox" })}
          />
        )}
      </Stack>
    </Fieldset>
  );
}
