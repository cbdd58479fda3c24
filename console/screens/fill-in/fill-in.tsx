import { Alert, Fieldset, Group, MultiSelect, NumberInput, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { api, type BodyOf } from "../../api/client.ts";
import { documentQuery, type OneDocument } from "../../api/documents.ts";
import { fillInQuery, type SentFillIn } from "../../api/fill-in.ts";
import { Busy } from "../../parts/busy.tsx";
import { Failed } from "../../parts/failed.tsx";
import { SavedForm } from "../../parts/saved-form.tsx";
import { Select } from "../../parts/select.tsx";
import { useFormSave } from "../../parts/use-form-save.ts";
import { useRefill } from "../../parts/use-refill.ts";
import { useRevision } from "../../parts/use-revision.ts";
import { FieldList } from "./field-card.tsx";
import classes from "./fill-in.module.css";
import { type FillInValues, type SavedField, type SavedFillIn, sentFillIn, valuesOf } from "./fill-in-values.ts";
import { PageAddress } from "./page-address.tsx";
import { PagePreview } from "./page-preview.tsx";

const route = getRouteApi("/inside/documents/$id/fill-in");

const LANGUAGES = [
  { value: "en", label: "English" },
  { value: "de", label: "German" },
  { value: "fr", label: "French" },
  { value: "es", label: "Spanish" },
  { value: "it", label: "Italian" },
  { value: "nl", label: "Dutch" },
];

/** The page on which people without an account fill the document in. */
export function FillIn() {
  const { id } = route.useParams();
  const { data: document } = useQuery(documentQuery(id));
  const { data: page, error } = useQuery(fillInQuery(id));
  const [filled, refill] = useRefill(documentQuery(id).queryKey);
  if (error) return <Failed error={error} title="The page could not be loaded" />;
  if (!document || !page) return <Busy />;

  return <FillInForm key={`${id} ${filled}`} document={document} page={page} onRefill={refill} />;
}

interface FillInFormProps {
  document: OneDocument;
  page: { url: string; embed: string; sent: number; fields: SavedField[] };
  onRefill: () => void;
}

function FillInForm({ document, page, onRefill }: FillInFormProps) {
  const { id } = document;
  const saved = (document.settings.fill_in ?? {}) as SavedFillIn;
  const values = valuesOf(saved, page.fields);
  const form = useForm<FillInValues>({ initialValues: values });
  const revision = useRevision(document.etag, saved);
  const save = useFormSave(form, {
    send(values, header) {
      const body = { settings: { fill_in: sentFillIn(values, saved) } } as BodyOf<"/api/documents/{id}", "put">;
      return api.PUT("/api/documents/{id}", { params: { path: { id }, header }, body });
    },
    based: { on: revision, refill: onRefill },
    done: ({ on }) => (on ? "The page is saved and can be filled in." : "The page is saved. It is off."),
    changes: ["documents", id],
    errors: () => ({}),
  });
  const { fields, follows, on } = form.values;

  return (
    <div className={classes.sides}>
      <Stack gap="md">
        {page.url !== "" && saved.on === 1 && <PageAddress id={id} page={page} />}
        <SavedForm form={form} save={save} failure="The page was not saved">
          <Switch
            label="People can fill this document in"
            description="Anyone who has the page's address, without an account."
            checked={on}
            onChange={(event) => form.setFieldValue("on", event.currentTarget.checked)}
          />
          {on && document.active === "0" && (
            <Alert color="yellow">The document is in test mode: its page is closed until it is active.</Alert>
          )}
          <TextInput label="Title" placeholder={document.name} {...form.getInputProps("title")} />
          <Textarea label="Words above the fields" autosize minRows={2} {...form.getInputProps("before")} />
          <Fieldset legend="What it asks">
            <FieldList fields={fields} onChange={(changed) => form.setFieldValue("fields", changed)} />
          </Fieldset>
          <Textarea label="Words below the fields" autosize minRows={2} {...form.getInputProps("after")} />
          <Select
            label="What follows"
            data={[
              { value: "words", label: "Words" },
              { value: "file", label: "The merged file, to download" },
              { value: "address", label: "Another page" },
            ]}
            allowDeselect={false}
            value={follows}
            onChange={(next) => next && form.setFieldValue("follows", next)}
          />
          {follows === "address" ? (
            <TextInput
              label="Address of that page"
              placeholder="https://www.example.com/thanks"
              {...form.getInputProps("address")}
            />
          ) : (
            <Textarea
              label="Words that follow"
              placeholder="Thank you. Your answers have arrived."
              autosize
              {...form.getInputProps("thanks")}
            />
          )}
          <Group grow align="flex-start">
            <TextInput label="Open until" placeholder="2027-01-31" {...form.getInputProps("until")} />
            <NumberInput
              label="Can be sent, in all"
              placeholder="any number of times"
              min={1}
              {...form.getInputProps("times")}
            />
          </Group>
          <TextInput label="Color of the button" placeholder="#1d4ed8" {...form.getInputProps("color")} />
          <MultiSelect
            label="Languages"
            description="The browser's own, if it is among them; the first one for all others. None: all."
            data={LANGUAGES}
            {...form.getInputProps("languages")}
          />
          <Textarea
            label="Sites that may show it within a page, one a line"
            placeholder="https://www.example.com"
            autosize
            {...form.getInputProps("frames")}
          />
        </SavedForm>
      </Stack>
      <PagePreview id={id} settings={sentFillIn(form.values, saved) as SentFillIn} />
    </div>
  );
}
