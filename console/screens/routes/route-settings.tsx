import { NumberInput, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { sendJson } from "../../api/client.ts";
import { type ListedRoute, routeQuery } from "../../api/routes.ts";
import { Busy } from "../../parts/busy.tsx";
import { SavedForm } from "../../parts/saved-form.tsx";
import { useFormSave } from "../../parts/use-form-save.ts";
import classes from "./rules.module.css";

const route = getRouteApi("/inside/routes/$id/settings");

/** Name, folder and what is combined. */
export function RouteSettings() {
  const { id } = route.useParams();
  const { data } = useQuery(routeQuery(id));

  return data ? <SettingsForm key={id} route={data} /> : <Busy />;
}

function SettingsForm({ route: saved }: { route: ListedRoute }) {
  const form = useForm({
    initialValues: {
      name: saved.name,
      output_name: saved.output_name ?? "",
      folder: saved.folder ?? "",
      retention_days: saved.retention_days ?? "",
      isTest: saved.active === "0",
    },
  });
  const save = useFormSave(form, {
    send: ({ isTest, ...members }) =>
      sendJson("PUT", `/api/routes/${encodeURIComponent(saved.id)}`, {
        ...members,
        retention_days: String(members.retention_days),
        active: isTest ? "0" : "1",
      }),
    done: () => "The settings are saved.",
    changes: ["routes"],
  });

  return (
    <div className={classes.page}>
      <SavedForm form={form} save={save} failure="The settings were not saved">
        <TextInput label="Name" {...form.getInputProps("name")} />
        <TextInput
          label="Name of the combined file"
          description="Fields may stand in it."
          placeholder="Contract {$Customer}"
          {...form.getInputProps("output_name")}
        />
        <TextInput label="Folder" placeholder="Sales/Contracts" {...form.getInputProps("folder")} />
        <NumberInput
          label="Days that files are kept"
          description="Empty: as the account says."
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
      </SavedForm>
    </div>
  );
}
