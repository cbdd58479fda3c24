import { Checkbox, Fieldset, Stack, Switch } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { OneDocument } from "../../api/documents.ts";
import { Select } from "../../parts/select.tsx";
import { OpenSessions } from "./open-sessions.tsx";
import type { SettingValues } from "./setting-values.ts";

/** How the template is read. */
export function ReadingFields({ form, type }: { form: UseFormReturnType<SettingValues>; type: OneDocument["type"] }) {
  return (
    <Fieldset legend="Template processing">
      <Stack gap="sm">
        {type === "html" && (
          <Switch
            label="Escape values"
            description='A value such as "<b>" is printed literally. Switch off only for old templates that escape values themselves.'
            {...form.getInputProps("autoescape", { type: "checkbox" })}
          />
        )}
        {(type === "docx" || type === "pptx") && (
          <Select
            label="Tags"
            description="Templates made for docxtemplater work unchanged."
            data={[
              { value: "docloom", label: "{$Name}, {foreach …}" },
              { value: "docxtemplater", label: "docxtemplater: {name}, {#list}…{/list}" },
            ]}
            allowDeselect={false}
            {...form.getInputProps("syntax")}
          />
        )}
        {(type === "docx" || type === "pptx") && (
          <Switch
            label={type === "docx" ? "Keep comments and tracked changes" : "Keep comments"}
            description={
              type === "docx"
                ? "Off: comments are removed, insertions accepted and deletions dropped."
                : "Off: comments are removed."
            }
            {...form.getInputProps("keep_comments", { type: "checkbox" })}
          />
        )}
        {type === "pdf" && (
          <Checkbox
            label="Flatten the filled form"
            description="Fields become part of the page and can no longer be changed."
            {...form.getInputProps("flatten", { type: "checkbox" })}
          />
        )}
        <Switch
          label="Allow explain requests at the merge address"
          description="Shows which fields are found and missing, without credentials. Useful while a form is being built."
          {...form.getInputProps("explain", { type: "checkbox" })}
        />
        <OpenSessions form={form} />
      </Stack>
    </Fieldset>
  );
}
