import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api } from "../../api/client.ts";
import { type Hook, hooksQuery } from "../../api/hooks.ts";
import { Copyable } from "../../parts/copyable.tsx";
import { FormFailure } from "../../parts/form-failure.tsx";
import { DocumentSelect, RouteSelect } from "../../parts/search-select.tsx";
import { Select } from "../../parts/select.tsx";
import { useFormSave } from "../../parts/use-form-save.ts";
import { EVENTS, eventWords } from "./hook-words.ts";

/** When a hook calls, and where; of a new one the secret is shown afterwards. */
export function HookForm({ hook, onClose }: { hook?: Hook; onClose: () => void }) {
  const [secret, setSecret] = useState<string>();
  const form = useForm({
    initialValues: {
      event: hook?.event ?? ("run.done" as Hook["event"]),
      target_url: hook?.target_url ?? "",
      document_id: hook?.filter.document_id ?? "",
      route_id: hook?.filter.route_id ?? "",
      test: hook?.filter.test === 1,
    },
    validate: {
      target_url: (address) =>
        /^https?:\/\/\S+$/i.test(address.trim()) ? null : "Enter an address, such as https://example.com/docloom.",
    },
  });
  const isOfDocumentsOnly = form.values.event === "document.published";
  const save = useFormSave(form, {
    async send({ event, target_url, document_id, route_id, test }) {
      const filter = {
        ...(document_id === "" ? {} : { document_id }),
        ...(route_id === "" || isOfDocumentsOnly ? {} : { route_id }),
        test: test ? (1 as const) : (0 as const),
      };
      const sent = { target_url: target_url.trim(), filter };
      if (hook) {
        const saved = await api.PUT("/api/hooks/{hook}", { params: { path: { hook: hook.id } }, body: sent });
        onClose();
        return saved;
      }
      const answer = api.POST("/api/hooks", { body: { event, ...sent } });
      setSecret((await dataOf(answer)).secret);
      return await answer;
    },
    done: () => (hook ? "The hook is changed." : "The hook is made."),
    changes: hooksQuery.queryKey,
  });

  if (secret !== undefined)
    return (
      <Stack>
        <Alert color="yellow" variant="light" title="Shown only once" role="status">
          <Text size="sm" mb={6}>
            Calls are signed with this secret (Standard Webhooks). Keep it beside the program that receives them.
          </Text>
          <Copyable text={secret} label="Signing secret" />
        </Alert>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            Done
          </Button>
        </Group>
      </Stack>
    );

  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="sm">
        <FormFailure form={form} save={save} title="Not saved" />
        {hook ? (
          <Text size="sm">{eventWords(hook.event)}</Text>
        ) : (
          <Select label="When" data={EVENTS} allowDeselect={false} {...form.getInputProps("event")} />
        )}
        <TextInput
          label="Address to call"
          placeholder="https://example.com/docloom"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps("target_url")}
        />
        <DocumentSelect
          label="Only of this document"
          placeholder="Of all documents"
          clearable
          value={form.values.document_id || null}
          onChange={(id) => form.setFieldValue("document_id", id ?? "")}
          error={form.errors.document_id}
        />
        {!isOfDocumentsOnly && (
          <>
            <RouteSelect
              label="Only of this data route"
              placeholder="Of all data routes"
              clearable
              value={form.values.route_id || null}
              onChange={(id) => form.setFieldValue("route_id", id ?? "")}
              error={form.errors.route_id}
            />
            <Checkbox label="Also test merges" {...form.getInputProps("test", { type: "checkbox" })} />
          </>
        )}
      </Stack>
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending}>
          {hook ? "Save" : "Make the hook"}
        </Button>
      </Group>
    </form>
  );
}
