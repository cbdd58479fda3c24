import {
  Button,
  Checkbox,
  Fieldset,
  Group,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { jsonBody, request } from "../../api/client.ts";
import { documentQuery, type OneDocument } from "../../api/documents.ts";
import { Failed } from "../../parts/failed.tsx";
import { LanguageFields } from "../../parts/language-fields.tsx";
import { LeaveGuard } from "../../parts/leave-guard.tsx";
import { notifyDone } from "../../parts/notify.ts";
import { PreviewPane } from "../../parts/preview/preview-pane.tsx";
import { usePreview } from "../../parts/preview/use-preview.ts";
import { useSampleData } from "../../parts/preview/use-sample.ts";
import classes from "../editor/editor.module.css";
import { OUTPUTS, PAPERS } from "./choices.ts";
import { InvoiceFields } from "./invoice-fields.tsx";
import { PdfFields } from "./pdf-fields.tsx";
import { settingErrors } from "./setting-members.ts";
import { changesOf, type SettingValues, valuesOf } from "./setting-values.ts";
import { SignatureFields } from "./signature-fields.tsx";

/** Each setting with a sentence and an example; what is changed can be seen beside it before it is saved. */
export function SettingsForm({ document }: { document: OneDocument }) {
  const { id, type } = document;
  const queries = useQueryClient();
  const [saved, setSaved] = useState(() => valuesOf(document));
  const form = useForm<SettingValues>({ initialValues: saved });
  const [tried] = useDebouncedValue(form.values, 300);
  const { data } = useSampleData(id, undefined);
  const { output_name, size_width, size_height, settings } = changesOf(tried, saved);
  const preview = usePreview(
    id,
    data === undefined ? undefined : { data, ...definedOnly({ output_name, size_width, size_height, settings }) },
  );
  const isHtml = type === "html";
  const isDirty = form.isDirty();

  const save = useMutation({
    async mutationFn(values: SettingValues) {
      await request(`/api/documents/${encodeURIComponent(id)}`, {
        method: "PUT",
        ...jsonBody(changesOf(values, saved)),
      });

      return values;
    },
    async onSuccess(values) {
      setSaved(values);
      form.setInitialValues(values);
      form.reset();
      notifyDone("The settings are saved.");
      await queries.invalidateQueries({ queryKey: documentQuery(id).queryKey });
    },
    onError: (error) => form.setErrors(settingErrors(error)),
  });

  return (
    <div className={classes.editor}>
      <LeaveGuard active={isDirty} />
      <section className={classes.side} aria-label="Settings">
        <form className={classes.work} onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
          <Group
            className={classes.bar}
            justify="flex-end"
            gap="xs"
            pos="sticky"
            top={0}
            bg="var(--paper)"
            style={{ zIndex: 2 }}
          >
            <Text size="xs" className="quiet" mr="auto" role="status">
              {isDirty ? "Changes are not saved yet; the preview shows them." : "Saved"}
            </Text>
            {isDirty && (
              <Button size="xs" variant="default" onClick={() => form.reset()}>
                Discard
              </Button>
            )}
            <Button size="xs" type="submit" disabled={!isDirty} loading={save.isPending}>
              Save
            </Button>
          </Group>
          <Stack className={classes.padded} gap="lg">
            {save.error && Object.keys(form.errors).length === 0 && (
              <Failed error={save.error} title="The settings were not saved" />
            )}
            <Fieldset legend="What comes out">
              <Stack gap="sm">
                <TextInput label="Name of the document" {...form.getInputProps("name")} />
                <Select
                  label="A merge makes"
                  description="An e-mail: the merged html is the mail itself; of other templates the PDF goes along."
                  data={OUTPUTS.filter(({ types }) => types.includes(type)).map(({ value, label }) => ({
                    value,
                    label,
                  }))}
                  allowDeselect={false}
                  {...form.getInputProps("output")}
                />
                <TextInput
                  label="Name of the merged file"
                  description="Fields may stand in it. Empty: the document's name."
                  placeholder="Invoice {$Number}"
                  {...form.getInputProps("output_name")}
                />
                <Switch
                  label="Test mode"
                  description="Every merge is a test: it is marked SAMPLE, and nothing is delivered."
                  {...form.getInputProps("isTest", { type: "checkbox" })}
                />
              </Stack>
            </Fieldset>
            {isHtml && (
              <Fieldset legend="Paper">
                <Stack gap="sm">
                  <Select
                    label="Size"
                    data={[...PAPERS.map(({ name }) => name), "Other"]}
                    allowDeselect={false}
                    value={
                      PAPERS.find(
                        ({ width, height }) => width === form.values.size_width && height === form.values.size_height,
                      )?.name ?? "Other"
                    }
                    onChange={(name) => {
                      const paper = PAPERS.find((candidate) => candidate.name === name);
                      if (paper) form.setValues({ size_width: paper.width, size_height: paper.height });
                    }}
                  />
                  <Group grow align="flex-start">
                    <TextInput label="Width in inches" inputMode="decimal" {...form.getInputProps("size_width")} />
                    <TextInput label="Height in inches" inputMode="decimal" {...form.getInputProps("size_height")} />
                  </Group>
                  <div>
                    <Text size="sm" fw={500} mb={4} id="orientation">
                      Orientation
                    </Text>
                    <SegmentedControl
                      aria-labelledby="orientation"
                      data={[
                        { value: "portrait", label: "Portrait" },
                        { value: "landscape", label: "Landscape" },
                      ]}
                      value={form.values.landscape ? "landscape" : "portrait"}
                      onChange={(value) => form.setFieldValue("landscape", value === "landscape")}
                    />
                  </div>
                  <Group grow align="flex-start">
                    {(["top", "right", "bottom", "left"] as const).map((side) => (
                      <TextInput
                        key={side}
                        label={`Margin ${side}`}
                        description="inches"
                        placeholder="0.4"
                        inputMode="decimal"
                        {...form.getInputProps(`margins.${side}`)}
                      />
                    ))}
                  </Group>
                  <Textarea
                    label="Header of each page"
                    description='Html, with fields; <span class="pageNumber"></span> is the number of the page.'
                    placeholder='<div style="font-size: 9px">{$Company}</div>'
                    autosize
                    minRows={2}
                    maxRows={8}
                    {...form.getInputProps("header")}
                  />
                  <Textarea
                    label="Footer of each page"
                    description='<span class="totalPages"></span> is how many pages there are.'
                    autosize
                    minRows={2}
                    maxRows={8}
                    {...form.getInputProps("footer")}
                  />
                </Stack>
              </Fieldset>
            )}
            <Fieldset legend="Language">
              <Stack gap="sm">
                <LanguageFields
                  form={form}
                  examples={{ locale: "de-DE", timezone: "Europe/Berlin", currency: "EUR" }}
                  whenEmpty="Empty: as the account says."
                />
              </Stack>
            </Fieldset>
            <Fieldset legend="How the template is read">
              <Stack gap="sm">
                {isHtml && (
                  <Switch
                    label="Escape values"
                    description='A value such as "<b>" is printed as it is written. Off only for old templates that escape by themselves.'
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
                {type === "pdf" && (
                  <Checkbox
                    label="Flatten the filled form"
                    description="Fields become part of the page and can no longer be changed."
                    {...form.getInputProps("flatten", { type: "checkbox" })}
                  />
                )}
                <Switch
                  label="Let everybody with the merge address ask what a merge would do"
                  description="Answers which fields are found and missing, without credentials. Useful while a form is being built."
                  {...form.getInputProps("explain", { type: "checkbox" })}
                />
              </Stack>
            </Fieldset>
            <Fieldset legend="The PDF">
              <Stack gap="sm">
                <PdfFields
                  form={form}
                  whenUntitled="the template's own title, else the document's name"
                  whenNoArchive="No"
                />
                <Checkbox
                  label="Accessible (PDF/UA)"
                  description="Screen readers find headings, lists, tables and what pictures show."
                  {...form.getInputProps("pdf_ua", { type: "checkbox" })}
                />
              </Stack>
            </Fieldset>
            <InvoiceFields form={form} />
            <SignatureFields
              form={form}
              description="The PDF of each merge is signed; previews and tests are not. Identities are kept under Account, Signatures."
            />
            <Fieldset legend="How long files are kept">
              <NumberInput
                label="Days"
                description="Merged files and their data. 0: until they are delivered. Empty: as the account says."
                min={0}
                max={3650}
                allowDecimal={false}
                {...form.getInputProps("retention_days")}
              />
            </Fieldset>
          </Stack>
        </form>
      </section>
      <PreviewPane preview={preview} />
    </div>
  );
}

function definedOnly<Members extends object>(members: Members): Partial<Members> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<Members>;
}
