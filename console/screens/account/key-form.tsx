import { Button, Checkbox, Group, MultiSelect, Radio, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { api, type BodyOf, type Schemas } from "../../api/client.ts";
import { foldersQuery } from "../../api/documents.ts";
import type { Right } from "../../app/is-allowed.ts";
import { useMay } from "../../app/rights.ts";
import { FormFailure } from "../../parts/form-failure.tsx";
import { useFormSave } from "../../parts/use-form-save.ts";
import { KEY_PURPOSES, type KeyPurpose, purposeOf, RIGHT_WORDS } from "./right-words.ts";

interface KeyFormProps {
  /** The key that is changed; undefined for a new one. */
  saved: Schemas["ApiKey"] | undefined;
  onClose: () => void;
  /** A new key is there, with its secret. */
  onMade: (made: Schemas["NewApiKey"]) => void;
}

/** What a key is called, what it may, in which folders and until when. */
export function KeyForm({ saved, onClose, onMade }: KeyFormProps) {
  const may = useMay();
  const { data: folders = [] } = useQuery({ ...foldersQuery, enabled: may("document:read") });
  const form = useForm({
    initialValues: {
      name: saved?.name ?? "",
      purpose: purposeOf(saved?.rights ?? null),
      rights: (saved?.rights ?? []) as Right[],
      folders: saved?.folders ?? [],
      expires_at: saved?.expires_at.slice(0, 10) ?? "",
    },
    validate: {
      name: (name) => (name.trim() === "" ? "Enter what it is for." : null),
      rights: (rights, { purpose }) =>
        purpose === "chosen" && rights.length === 0 ? "Choose at least one thing that it may." : null,
      expires_at: (day) => (day !== "" && day <= new Date().toISOString().slice(0, 10) ? "Choose a later day." : null),
    },
  });
  const save = useFormSave(form, {
    async send({ name, purpose, rights, folders: chosen, expires_at }) {
      const terms = {
        rights:
          purpose === "chosen" ? rights : [...(KEY_PURPOSES.find(({ value }) => value === purpose)?.rights ?? [])],
        folders: chosen,
        expires_at: expires_at === "" ? "" : `${expires_at}T00:00:00Z`,
      };
      if (saved) {
        const body = {
          name,
          rights: terms.rights.length > 0 ? terms.rights : null,
          folders: chosen.length > 0 ? chosen : null,
          expires_at: terms.expires_at || null,
        };
        // Null resets a member, also where the document leaves it out.
        const sent = body as unknown as BodyOf<"/api/keys/{key}", "put">;
        const changed = await api.PUT("/api/keys/{key}", { params: { path: { key: saved.id } }, body: sent });
        onClose();
        return changed;
      }
      const made = await api.POST("/api/keys", {
        body: {
          name,
          ...(terms.rights.length > 0 && { rights: terms.rights }),
          ...(chosen.length > 0 && { folders: chosen }),
          ...(terms.expires_at && { expires_at: terms.expires_at }),
        },
      });
      if (made.data) onMade(made.data);
      return made;
    },
    done: () => (saved ? "The key is changed: its next request is held to it." : "The key is made."),
    changes: ["keys"],
  });
  const { purpose } = form.values;
  const names = Object.entries(RIGHT_WORDS) as [Right, string][];

  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="md">
        <FormFailure form={form} save={save} title={saved ? "Not changed" : "Not made"} />
        <TextInput
          label="Name"
          description="The program or person it is for."
          placeholder="Online shop"
          data-autofocus
          {...form.getInputProps("name")}
        />
        <Radio.Group
          label="It may"
          value={purpose}
          onChange={(value) => form.setFieldValue("purpose", value as KeyPurpose)}
        >
          <Stack gap={6} mt={6}>
            {KEY_PURPOSES.map(({ value, label }) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </Stack>
        </Radio.Group>
        {purpose === "chosen" && (
          <Checkbox.Group aria-label="What it may" {...form.getInputProps("rights")}>
            <Stack gap={6} pl="md">
              {names
                .filter(([right]) => may(right) || form.values.rights.includes(right))
                .map(([right, words]) => (
                  <Checkbox key={right} value={right} label={words} />
                ))}
            </Stack>
          </Checkbox.Group>
        )}
        {folders.length > 0 && (
          <MultiSelect
            label="Only in these folders"
            description="And those below them. Everywhere, if none is chosen."
            data={folders.map(({ id, name }) => ({ value: id, label: name }))}
            searchable
            clearable
            {...form.getInputProps("folders")}
          />
        )}
        <TextInput
          type="date"
          label="Works until"
          description="For good, if it is empty."
          {...form.getInputProps("expires_at")}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            {saved ? "Save" : "Create key"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
