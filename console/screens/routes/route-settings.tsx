import { Button, Group, NumberInput, Paper, Stack, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { sendJson } from "../../api/client.ts";
import { asProblem, fieldErrors } from "../../api/problem.ts";
import { type ListedRoute, routeQuery } from "../../api/routes.ts";
import { Busy } from "../../parts/busy.tsx";
import { Failed } from "../../parts/failed.tsx";
import { LeaveGuard } from "../../parts/leave-guard.tsx";
import { notifyDone } from "../../parts/notify.ts";
import classes from "./rules.module.css";

const route = getRouteApi("/inside/routes/$id/settings");

/** Name, folder and what is combined. */
export function RouteSettings() {
  const { id } = route.useParams();
  const { data } = useQuery(routeQuery(id));

  return data ? <SettingsForm key={id} route={data} /> : <Busy />;
}

function SettingsForm({ route: saved }: { route: ListedRoute }) {
  const queries = useQueryClient();
  const form = useForm({
    initialValues: {
      name: saved.name,
      output_name: saved.output_name ?? "",
      folder: saved.folder ?? "",
      retention_days: saved.retention_days ?? "",
      isTest: saved.active === "0",
    },
  });
  const save = useMutation({
    mutationFn: ({ isTest, ...members }: typeof form.values) =>
      sendJson("PUT", `/api/routes/${encodeURIComponent(saved.id)}`, {
        ...members,
        retention_days: String(members.retention_days),
        active: isTest ? "0" : "1",
      }),
    async onSuccess(_, values) {
      form.setInitialValues(values);
      form.reset();
      notifyDone("The settings are saved.");
      await queries.invalidateQueries({ queryKey: ["routes"] });
    },
    onError: (error) => form.setErrors(fieldErrors(asProblem(error))),
  });

  return (
    <div className={classes.page}>
      <LeaveGuard active={form.isDirty()} />
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Paper withBorder p="lg" maw={620}>
          <Stack gap="sm">
            {save.error && Object.keys(form.errors).length === 0 && <Failed error={save.error} />}
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
          </Stack>
          <Group justify="flex-end" mt="lg">
            <Button type="submit" disabled={!form.isDirty()} loading={save.isPending}>
              Save
            </Button>
          </Group>
        </Paper>
      </form>
    </div>
  );
}
