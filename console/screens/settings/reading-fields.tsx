import { Checkbox, Fieldset, Stack, Switch } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { OneDocument } from "../../api/documents.ts";
import { Select } from "../../parts/select.tsx";
import { OpenSessions } from "./open-sessions.tsx";
import type { SettingValues } from "./setting-values.ts";

/** How the template is read. */
export function ReadingFields({ form, type }: { form: UseFormReturnType<SettingValues>; type: OneDocument["type"] }) {
  return (
    <Fieldset legend="How the template is read">
      <Stack gap="sm">
        {type === "html" && (
          <Switch
            label="Escape values"
            description='A value such as "<b>" is printed as it is written. Off only for old templates that do their own escaping.'
            {...form.getInputProps("autoescape", { type: "checkbox" })}
          />
        )}
        {(type === "docx" || type === "pptx") && (
          <Select
            label="Tags"
            description="Templates that were made for docxtemplater work unchanged."
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
                ? "Off: those of the template do not reach your customers; insertions are accepted, deletions dropped."
                : "Off: those of the template do not reach your customers."
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
          label="Let everybody with the merge address ask what a merge would do"
          description="Shows which fields are found and missing, without credentials. Useful while a form is being built."
          {...form.getInputProps("explain", { type: "checkbox" })}
        />
        <OpenSessions form={form} />
      </Stack>
    </Fieldset>
  );
}
