import { ActionIcon, Button, Checkbox, Group, Paper, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Plus, Trash2, X } from "lucide-react";
import { api, withTag } from "../../api/client.ts";
import { asProblem, fieldErrors } from "../../api/problem.ts";
import { type Rule, routeFieldsQuery, routeQuery, rulesQuery } from "../../api/routes.ts";
import { useMay } from "../../app/rights.ts";
import { Autocomplete } from "../../parts/autocomplete.tsx";
import { FormFailure } from "../../parts/form-failure.tsx";
import { IconAction } from "../../parts/icon-action.tsx";
import { LeaveGuard } from "../../parts/leave-guard.tsx";
import { Lockable } from "../../parts/lockable.tsx";
import { notifyDone } from "../../parts/notify.ts";
import { DocumentSelect } from "../../parts/search-select.tsx";
import { Select } from "../../parts/select.tsx";
import { useRevision } from "../../parts/use-revision.ts";
import classes from "./rules.module.css";
import { Simulation } from "./simulation.tsx";

/** A rule as the form has it. */
interface FormRule {
  key: string;
  id: string | undefined;
  kind: "document" | "file";
  document_id: string | null;
  file: string;
  combine: "none" | "pdf" | "docx";
  loop_field: string;
  conditions: { key: string; field: string; exp: string; value: string }[];
}

const COMPARISONS = [
  { value: "==", label: "is" },
  { value: "!=", label: "is not" },
  { value: ">", label: "is greater than" },
  { value: ">=", label: "is at least" },
  { value: "<", label: "is less than" },
  { value: "<=", label: "is at most" },
  { value: "contains", label: "contains" },
  { value: "!contains", label: "does not contain" },
];

const formRule = ({ id, document_id, file, combine, combine_docx, loop_field, conditions }: Rule): FormRule => ({
  key: id,
  id,
  kind: file ? "file" : "document",
  document_id: document_id ?? null,
  file: file ?? "",
  combine: combine ? "pdf" : combine_docx ? "docx" : "none",
  loop_field,
  conditions: conditions.map((condition) => ({ key: crypto.randomUUID(), ...condition })),
});

const sentRule = ({ id, kind, document_id, file, combine, loop_field, conditions }: FormRule) => ({
  ...(id ? { id } : {}),
  ...(kind === "document" ? { document_id: document_id ?? "" } : { file }),
  combine: combine === "pdf",
  combine_docx: combine === "docx",
  loop_field,
  conditions: conditions.map(({ field, exp, value }) => ({ field, exp, value })),
});

/** What a rule cannot do without, at its field. */
function missingParts({ rules }: { rules: readonly FormRule[] }): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [index, { kind, document_id, file, conditions }] of rules.entries()) {
    if (kind === "document" && !document_id) errors[`rules.${index}.document_id`] = "Choose a document.";
    if (kind === "file" && file.trim() === "") errors[`rules.${index}.file`] = "Enter the address of the file.";
    for (const [at, { field }] of conditions.entries())
      if (field.trim() === "") errors[`rules.${index}.conditions.${at}.field`] = "Choose a field, or type its name.";
  }

  return errors;
}

/** The rules as a list of sentences; below it, what given data would do. */
export function RulesForm({
  routeId,
  saved,
  onRefill,
}: {
  routeId: string;
  saved: { rules: readonly Rule[]; etag: string };
  onRefill: () => void;
}) {
  const queries = useQueryClient();
  const form = useForm({ initialValues: { rules: saved.rules.map(formRule) }, validate: missingParts });
  const revision = useRevision(saved.etag, saved.rules);
  const fields = useQuery(routeFieldsQuery(routeId));
  const names = (fields.data ?? []).map(({ name }) => name);
  const lists = (fields.data ?? []).filter(({ type }) => type === "list").map(({ name }) => name);

  const save = useMutation({
    async mutationFn({ rules }: { rules: FormRule[] }) {
      const call = api.PUT("/api/routes/{id}/rules", {
        params: { path: { id: routeId }, header: revision.header() },
        body: { rules: rules.map(sentRule) },
      });
      revision.saved((await call).response);

      return withTag(call);
    },
    onSuccess({ rules, etag }) {
      queries.setQueryData(rulesQuery(routeId).queryKey, { rules, etag });
      form.setInitialValues({ rules: rules.map(formRule) });
      form.reset();
      notifyDone("The rules are saved.");
      void queries.invalidateQueries({ queryKey: ["routes", routeId] });
    },
    onError: (error) => form.setErrors(fieldErrors(asProblem(error))),
  });
  const isDirty = form.isDirty();
  const may = useMay();
  const { data: ofRoute } = useQuery(routeQuery(routeId));
  const mayWrite = may("document:write", ofRoute?.folder);

  const add = () =>
    form.insertListItem("rules", {
      key: crypto.randomUUID(),
      id: undefined,
      kind: "document",
      document_id: null,
      file: "",
      combine: "pdf",
      loop_field: "",
      conditions: [],
    });

  return (
    <div className={classes.page}>
      <LeaveGuard active={isDirty} />
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Group justify="space-between" mb="sm">
          <Text size="sm" className="quiet">
            {form.values.rules.length === 0
              ? "No rules yet: the route produces nothing."
              : "Rules run from top to bottom."}
          </Text>
          {mayWrite && (
            <Group gap="xs">
              <Button variant="default" leftSection={<Plus size={15} />} onClick={add}>
                Add a rule
              </Button>
              <Button type="submit" disabled={!isDirty} loading={save.isPending}>
                Save the rules
              </Button>
            </Group>
          )}
        </Group>
        <FormFailure
          form={{ values: form.values, errors: {} }}
          save={save}
          title="The rules were not saved"
          conflict={{
            onOverwrite() {
              revision.overwrite();
              save.mutate(form.values);
            },
            onDiscard: onRefill,
          }}
        />
        <Lockable isLocked={!mayWrite}>
          <Stack gap="sm" mt="xs">
            {form.values.rules.map((rule, index) => (
              <Paper withBorder p="md" key={rule.key} component="section" aria-label={`Rule ${index + 1}`}>
                <Group gap="sm" align="flex-start" wrap="nowrap">
                  <Text fw={650} className={classes.number}>
                    {index + 1}
                  </Text>
                  <Stack gap="sm" flex={1} miw={0}>
                    <Group gap="xs" align="flex-start">
                      <SegmentedControl
                        size="xs"
                        mt={4}
                        aria-label="What is merged"
                        data={[
                          { value: "document", label: "Document" },
                          { value: "file", label: "File" },
                        ]}
                        {...form.getInputProps(`rules.${index}.kind`)}
                      />
                      {rule.kind === "document" ? (
                        <DocumentSelect
                          aria-label="Document"
                          placeholder="Choose a document"
                          flex="1 1 200px"
                          {...form.getInputProps(`rules.${index}.document_id`)}
                        />
                      ) : (
                        <TextInput
                          aria-label="Address of the file"
                          placeholder="https://example.com/terms.pdf"
                          flex="1 1 200px"
                          {...form.getInputProps(`rules.${index}.file`)}
                        />
                      )}
                      <Select
                        aria-label="Combined"
                        data={[
                          { value: "pdf", label: "into the combined PDF" },
                          { value: "docx", label: "into the combined Word file" },
                          { value: "none", label: "as a file of its own" },
                        ]}
                        allowDeselect={false}
                        w={220}
                        {...form.getInputProps(`rules.${index}.combine`)}
                      />
                    </Group>
                    {rule.conditions.map((condition, at) => (
                      <div key={condition.key} className={classes.condition}>
                        <Text size="sm" className={classes.word}>
                          {at === 0 ? "if" : "and"}
                        </Text>
                        <Autocomplete
                          aria-label="Field"
                          placeholder="Field"
                          data={names}
                          {...form.getInputProps(`rules.${index}.conditions.${at}.field`)}
                        />
                        <Select
                          aria-label="Comparison"
                          data={COMPARISONS}
                          allowDeselect={false}
                          {...form.getInputProps(`rules.${index}.conditions.${at}.exp`)}
                        />
                        <TextInput
                          aria-label="Value"
                          placeholder="Value"
                          {...form.getInputProps(`rules.${index}.conditions.${at}.value`)}
                        />
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          mt={4}
                          aria-label="Remove the condition"
                          onClick={() => form.removeListItem(`rules.${index}.conditions`, at)}
                        >
                          <X size={15} />
                        </ActionIcon>
                      </div>
                    ))}
                    <Group gap="xs">
                      <Button
                        size="compact-sm"
                        variant="subtle"
                        leftSection={<Plus size={13} />}
                        onClick={() =>
                          form.insertListItem(`rules.${index}.conditions`, {
                            key: crypto.randomUUID(),
                            field: names[0] ?? "",
                            exp: "==",
                            value: "",
                          })
                        }
                      >
                        {rule.conditions.length === 0 ? "Only if …" : "And if …"}
                      </Button>
                      <Checkbox
                        size="xs"
                        label="Repeat for each entry of"
                        checked={rule.loop_field !== ""}
                        onChange={({ currentTarget }) =>
                          form.setFieldValue(
                            `rules.${index}.loop_field`,
                            currentTarget.checked ? (lists[0] ?? "Items") : "",
                          )
                        }
                      />
                      {rule.loop_field !== "" && (
                        <Autocomplete
                          size="xs"
                          w={150}
                          aria-label="List"
                          data={lists}
                          {...form.getInputProps(`rules.${index}.loop_field`)}
                        />
                      )}
                    </Group>
                  </Stack>
                  <Stack gap={2}>
                    <IconAction
                      label={`Move rule ${index + 1} up`}
                      icon={<ArrowUp size={15} />}
                      disabled={index === 0}
                      onClick={() => form.reorderListItem("rules", { from: index, to: index - 1 })}
                    />
                    <IconAction
                      label={`Move rule ${index + 1} down`}
                      icon={<ArrowDown size={15} />}
                      disabled={index === form.values.rules.length - 1}
                      onClick={() => form.reorderListItem("rules", { from: index, to: index + 1 })}
                    />
                    <IconAction
                      label={`Remove rule ${index + 1}`}
                      icon={<Trash2 size={15} />}
                      onClick={() => form.removeListItem("rules", index)}
                    />
                  </Stack>
                </Group>
              </Paper>
            ))}
          </Stack>
        </Lockable>
      </form>
      {may("merge", ofRoute?.folder) && <Simulation routeId={routeId} rules={saved.rules} isDirty={isDirty} />}
    </div>
  );
}
