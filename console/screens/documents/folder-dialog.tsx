import { Button, Group, Modal, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api } from "../../api/client.ts";
import { asProblem } from "../../api/problem.ts";

interface FolderDialogProps {
  opened: boolean;
  /** The folder to be renamed; without it a new one is made. */
  folder?: { id: string; name: string } | undefined;
  /** Where a new one goes. */
  parent?: string;
  onClose: () => void;
}

/** A new folder, or another name or place for one. */
export function FolderDialog({ opened, folder, parent, onClose }: FolderDialogProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { name: "" },
    validate: { name: (name) => (name.trim() === "" ? "Enter a name." : null) },
  });
  const { setValues, resetDirty } = form;

  useEffect(() => {
    if (!opened) return;
    setValues({ name: folder?.name ?? (parent ? `${parent}/` : "") });
    resetDirty();
  }, [opened, folder, parent, setValues, resetDirty]);

  const save = useMutation({
    mutationFn: (body: { name: string }) =>
      dataOf(
        folder
          ? api.PUT("/api/folders/{folder}", { params: { path: { folder: folder.id } }, body })
          : api.POST("/api/folders", { body }),
      ),
    async onSuccess(saved) {
      onClose();
      await Promise.all([
        queries.invalidateQueries({ queryKey: ["folders"] }),
        queries.invalidateQueries({ queryKey: ["documents"] }),
      ]);
      await navigate({ to: "/documents", search: { folder: saved.name } });
    },
    onError: (error) => form.setFieldError("name", asProblem(error).message),
  });

  return (
    <Modal opened={opened} onClose={onClose} title={folder ? "Rename or move the folder" : "New folder"}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <TextInput
          label="Name"
          description={'Use a slash for a subfolder: "Sales/Invoices".'}
          data-autofocus
          {...form.getInputProps("name")}
        />
        <Group justify="flex-end" mt="md" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            {folder ? "Save" : "Create folder"}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
