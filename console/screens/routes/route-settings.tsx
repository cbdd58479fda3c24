import { Fieldset, NumberInput, Stack, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { api, type BodyOf } from "../../api/client.ts";
import { type ListedRoute, routeQuery } from "../../api/routes.ts";
import { Busy } from "../../parts/busy.tsx";
import { MergeInput } from "../../parts/fields/merge-input.tsx";
import { OwnerFields } from "../../parts/fields/owner-fields.tsx";
import { SavedForm } from "../../parts/saved-form.tsx";
import { Select } from "../../parts/select.tsx";
import { useFormSave } from "../../parts/use-form-save.ts";
import { useRefill } from "../../parts/use-refill.ts";
import { useRevision } from "../../parts/use-revision.ts";
import { OpenSessions } from "../settings/open-sessions.tsx";
import { PdfFields } from "../settings/pdf-fields.tsx";
import { type PdfValues, pdfSettings, pdfValues } from "../settings/pdf-values.ts";
import { different, settingErrors } from "../settings/setting-members.ts";
import { SignatureFields } from "../settings/signature-fields.tsx";
import classes from "./rules.module.css";

const route = getRouteApi("/inside/routes/$id/settings");

/** Name, folder, and how the combined file is finished. */
export function RouteSettings() {
  const { id } = route.useParams();
  const { data } = useQuery(routeQuery(id));
  const [filled, refill] = useRefill(routeQuery(id).queryKey);

  return data ? <SettingsForm key={`${id} ${filled}`} route={data} onRefill={refill} /> : <Busy />;
}

interface CombinedValues extends PdfValues {
  /** "1", "0", or empty: as the documents agree. */
  pdf_ua: string;
  hasOpenSessions: boolean;
}

/** The settings of a route as the form has them: of its combined PDF, and who reaches its sessions. */
const combinedValues = (settings: Record<string, unknown> = {}): CombinedValues => ({
  ...pdfValues(settings),
  pdf_ua: typeof settings.pdf_ua === "number" ? String(settings.pdf_ua) : "",
  hasOpenSessions: settings.sessions === "open",
});

/** The same as the service takes them: an empty text would mean no. */
const combinedSettings = (values: CombinedValues): Record<string, unknown> => ({
  ...pdfSettings(values),
  pdf_ua: values.pdf_ua || null,
  sessions: values.hasOpenSessions ? "open" : null,
});

const valuesOf = ({ name, output_name = "", folder = "", retention_days = "", active, settings }: ListedRoute) => ({
  name,
  output_name,
  folder,
  retention_days,
  isTest: active === "0",
  ...combinedValues(settings),
});

function SettingsForm({ route: saved, onRefill }: { route: ListedRoute & { etag: string }; onRefill: () => void }) {
  const form = useForm({ initialValues: valuesOf(saved) });
  const revision = useRevision(saved.etag, valuesOf(saved));
  const save = useFormSave(form, {
    send: ({ name, output_name, folder, retention_days, isTest, ...combined }, header) => {
      const changed = {
        name,
        output_name,
        folder,
        retention_days: String(retention_days),
        active: isTest ? 0 : 1,
        settings: different(combinedSettings(combined), combinedSettings(form.getInitialValues())),
      };
      // An empty text resets a member, also where the document says number.
      const body = changed as unknown as BodyOf<"/api/routes/{id}", "put">;

      return api.PUT("/api/routes/{id}", { params: { path: { id: saved.id }, header }, body });
    },
    based: { on: revision, refill: onRefill },
    done: () => "The settings are saved.",
    changes: ["routes"],
    errors: settingErrors,
  });

  return (
    <div className={classes.page}>
      <OwnerFields owner={{ kind: "routes", id: saved.id }}>
        <SavedForm form={form} save={save} failure="The settings were not saved">
          <TextInput label="Name" {...form.getInputProps("name")} />
          <MergeInput
            label="Name of the combined file"
            description="May contain fields."
            placeholder="Contract {$Customer}"
            {...form.getInputProps("output_name")}
          />
          <TextInput label="Folder" placeholder="Sales/Contracts" {...form.getInputProps("folder")} />
          <NumberInput
            label="Keep files for (days)"
            description="Leave empty to use the account's default."
            min={0}
            max={3650}
            allowDecimal={false}
            {...form.getInputProps("retention_days")}
          />
          <Switch
            label="Test mode"
            description="Every merge is a test, and nothing is delivered."
            {...form.getInputProps("isTest", { type: "checkbox" })}
          />
          <OpenSessions form={form} />
          <Fieldset legend="Combined PDF">
            <Stack gap="sm">
              <PdfFields form={form} whenUntitled="the name of the combined file" whenNotPdfa="Same as its documents" />
              <Select
                label="Accessible (PDF/UA)"
                description="Screen readers find headings, lists, tables and descriptions of images."
                data={[
                  { value: "", label: "Same as its documents" },
                  { value: "1", label: "Yes" },
                  { value: "0", label: "No" },
                ]}
                allowDeselect={false}
                {...form.getInputProps("pdf_ua")}
              />
            </Stack>
          </Fieldset>
          <SignatureFields
            form={form}
            description="Signs the combined PDF; tests are not signed. Leave empty to use the identity that all of its documents share."
          />
        </SavedForm>
      </OwnerFields>
    </div>
  );
}
