import { Alert, Fieldset, Group, MultiSelect, NumberInput, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { documentQuery } from "../../api/documents.ts";
import { type FillInOwner, fillInQuery, type SentFillIn, saveFillIn } from "../../api/fill-in.ts";
import { routeQuery } from "../../api/routes.ts";
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
import { LogoField } from "./logo-field.tsx";
import { MailFields } from "./mail-fields.tsx";
import { PageAddress } from "./page-address.tsx";
import { PagePreview } from "./page-preview.tsx";

const documentRoute = getRouteApi("/inside/documents/$id/fill-in");
const dataRoute = getRouteApi("/inside/routes/$id/fill-in");

const LANGUAGES = [
  { value: "en", label: "English" },
  { value: "de", label: "German" },
  { value: "fr", label: "French" },
  { value: "es", label: "Spanish" },
  { value: "it", label: "Italian" },
  { value: "nl", label: "Dutch" },
];

/** The page on which people without an account fill the document in. */
export function DocumentFillIn() {
  const { id } = documentRoute.useParams();
  const { data: document } = useQuery(documentQuery(id));
  return document ? <FillIn owner={{ kind: "documents", id }} target={document} /> : <Busy />;
}

/** The page on which people without an account fill in what a data route merges. */
export function RouteFillIn() {
  const { id } = dataRoute.useParams();
  const { data: route } = useQuery(routeQuery(id));
  return route ? <FillIn owner={{ kind: "routes", id }} target={route} /> : <Busy />;
}

/** What the form is about: a document, or a data route. */
interface Target {
  name: string;
  active?: string;
  settings?: Record<string, unknown>;
  etag: string;
}

function FillIn({ owner, target }: { owner: FillInOwner; target: Target }) {
  const { kind, id } = owner;
  const { data: page, error } = useQuery(fillInQuery(owner));
  const [filled, refill] = useRefill([kind, id]);
  if (error) return <Failed error={error} title="The page could not be loaded" />;
  if (!page) return <Busy />;

  return <FillInForm key={`${kind} ${id} ${filled}`} owner={owner} target={target} page={page} onRefill={refill} />;
}

interface FillInFormProps {
  owner: FillInOwner;
  target: Target;
  page: { url: string; embed: string; sent: number; fields: SavedField[] };
  onRefill: () => void;
}

function FillInForm({ owner, target, page, onRefill }: FillInFormProps) {
  const noun = owner.kind === "documents" ? "document" : "data route";
  const saved = (target.settings?.fill_in ?? {}) as SavedFillIn;
  const values = valuesOf(saved, page.fields);
  const form = useForm<FillInValues>({ initialValues: values });
  const revision = useRevision(target.etag, saved);
  const save = useFormSave(form, {
    send: (values, header) => saveFillIn(owner, sentFillIn(values, saved) as SentFillIn, header),
    based: { on: revision, refill: onRefill },
    done: ({ on }) => (on ? "The page is saved and can be filled in." : "The page is saved. It is off."),
    changes: [owner.kind, owner.id],
    errors: () => ({}),
  });
  const { fields, follows, on } = form.values;

  return (
    <div className={classes.sides}>
      <Stack gap="md">
        {page.url !== "" && saved.on === 1 && <PageAddress owner={owner} page={page} />}
        <SavedForm form={form} save={save} failure="The page was not saved">
          <Switch
            label={`People can fill this ${noun} in`}
            description="Anyone who has the page's address, without an account."
            checked={on}
            onChange={(event) => form.setFieldValue("on", event.currentTarget.checked)}
          />
          {on && target.active === "0" && (
            <Alert color="yellow">The {noun} is in test mode: its page is closed until it is active.</Alert>
          )}
          <TextInput label="Title" placeholder={target.name} {...form.getInputProps("title")} />
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
              { value: "mail", label: "A mail with the merged file" },
              { value: "address", label: "Another page" },
            ]}
            allowDeselect={false}
            value={follows}
            onChange={(next) => next && form.setFieldValue("follows", next)}
          />
          {follows === "mail" && <MailFields form={form} />}
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
          <LogoField logo={form.values.logo} onChange={(logo) => form.setFieldValue("logo", logo)} />
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
      <PagePreview owner={owner} settings={sentFillIn(form.values, saved) as SentFillIn} />
    </div>
  );
}
