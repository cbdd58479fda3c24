import { Button, Checkbox, Fieldset, Group, NumberInput, Stack, Switch, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, type BodyOf } from "../../api/client.ts";
import { documentQuery, type OneDocument } from "../../api/documents.ts";
import { asProblem } from "../../api/problem.ts";
import { AskForApproval } from "../../parts/approval/ask-for-approval.tsx";
import { OwnerFields } from "../../parts/fields/owner-fields.tsx";
import { showFirstError } from "../../parts/form/first-error.ts";
import { FormFailure } from "../../parts/form-failure.tsx";
import { LanguageFields } from "../../parts/language-fields.tsx";
import { LeaveGuard } from "../../parts/leave-guard.tsx";
import { notifyDone } from "../../parts/notify.ts";
import { PreviewPane } from "../../parts/preview/preview-pane.tsx";
import { useSampleData } from "../../parts/preview/use-sample.ts";
import { useRevision } from "../../parts/use-revision.ts";
import classes from "../editor/editor.module.css";
import { InvoiceFields } from "./invoice-fields.tsx";
import { OutputFields } from "./output-fields.tsx";
import { PaperFields } from "./paper-fields.tsx";
import { PdfFields } from "./pdf-fields.tsx";
import { ReadingFields } from "./reading-fields.tsx";
import { settingErrors } from "./setting-members.ts";
import { askedOf, changesOf, type SettingValues, valuesOf } from "./setting-values.ts";
import { SignatureFields } from "./signature-fields.tsx";

/** Each setting with a sentence and an example; changes can be seen beside it before they are saved. */
export function SettingsForm({ document, onRefill }: { document: OneDocument; onRefill: () => void }) {
  const { id, type } = document;
  const queries = useQueryClient();
  const [saved, setSaved] = useState(() => valuesOf(document));
  const form = useForm<SettingValues>({ initialValues: saved });
  const isDirty = form.isDirty();
  const revision = useRevision(document.etag, valuesOf(document));

  const save = useMutation({
    async mutationFn(values: SettingValues) {
      // An empty text resets a member, also where the document says number.
      const body = changesOf(values, saved) as BodyOf<"/api/documents/{id}", "put">;
      const params = { path: { id }, header: revision.header() };
      revision.saved((await api.PUT("/api/documents/{id}", { params, body })).response);

      return values;
    },
    async onSuccess(values) {
      setSaved(values);
      form.setInitialValues(values);
      form.reset();
      notifyDone("The settings are saved.");
      await queries.invalidateQueries({ queryKey: documentQuery(id).queryKey });
    },
    onError(error) {
      form.setErrors(settingErrors(error));
      showFirstError();
    },
  });

  return (
    <div className={classes.editor}>
      <LeaveGuard active={isDirty} />
      <section className={classes.side} aria-label="Settings">
        <form
          className={classes.work}
          onSubmit={form.onSubmit((values) => save.mutate(values), showFirstError)}
          noValidate
        >
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
              {isDirty ? "Unsaved changes, shown in the preview." : "Saved"}
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
            <FormFailure
              form={form}
              save={save}
              title="The settings were not saved"
              conflict={{
                onOverwrite() {
                  revision.overwrite();
                  save.mutate(form.values);
                },
                onDiscard: onRefill,
              }}
            />
            {save.error && asProblem(save.error).code === "approval_required" && (
              <AskForApproval documentId={id} change={askedOf(changesOf(form.values, saved))} what="these settings" />
            )}
            <OwnerFields owner={{ kind: "documents", id }}>
              <OutputFields form={form} type={type} />
              {type === "html" && <PaperFields form={form} />}
              <Fieldset legend="Language">
                <Stack gap="sm">
                  <LanguageFields
                    form={form}
                    examples={{ locale: "de-DE", timezone: "Europe/Berlin", currency: "EUR" }}
                    whenEmpty="Leave empty to use the account's default."
                  />
                </Stack>
              </Fieldset>
              <ReadingFields form={form} type={type} />
              <Fieldset legend="PDF">
                <Stack gap="sm">
                  <PdfFields
                    form={form}
                    whenUntitled="the template's own title, else the document's name"
                    whenNotPdfa="No"
                  />
                  <Checkbox
                    label="Accessible (PDF/UA)"
                    description="Screen readers find headings, lists, tables and descriptions of images."
                    {...form.getInputProps("pdf_ua", { type: "checkbox" })}
                  />
                </Stack>
              </Fieldset>
              <InvoiceFields form={form} />
              <SignatureFields
                form={form}
                description="Signs the PDF of each merge, but not previews and tests. Identities are managed under Account, Signatures."
              />
            </OwnerFields>
            <Fieldset legend="Approval">
              <Switch
                label="A second person approves changes"
                description="Of the template, these settings and deliveries: what merges use changes only as somebody else has approved it. Switching this off needs approval, too."
                {...form.getInputProps("approval", { type: "checkbox" })}
              />
            </Fieldset>
            <Fieldset legend="Retention">
              <NumberInput
                label="Days"
                description="Of merged files and their data. 0: only until they are delivered. Leave empty to use the account's default."
                clampBehavior="none"
                max={3650}
                allowDecimal={false}
                {...form.getInputProps("retention_days")}
              />
            </Fieldset>
          </Stack>
        </form>
      </section>
      <SettingsPreview id={id} values={form.values} saved={saved} />
    </div>
  );
}

interface SettingsPreviewProps {
  id: string;
  values: SettingValues;
  saved: SettingValues;
}

/** A component of its own: what it reads and merges draws it anew several times, but not the form. */
function SettingsPreview({ id, values, saved }: SettingsPreviewProps) {
  const [tried] = useDebouncedValue(values, 300);
  const { data } = useSampleData(id, undefined);
  const { output_name, size_width, size_height, settings } = changesOf(tried, saved);
  const input =
    data === undefined ? undefined : { data, ...definedOnly({ output_name, size_width, size_height, settings }) };

  return <PreviewPane documentId={id} input={input} />;
}

function definedOnly<Members extends object>(members: Members): Partial<Members> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<Members>;
}
