import { Button, Group, Modal, Radio, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { sendJson } from "../../api/client.ts";
import { Failed } from "../../parts/failed.tsx";
import { notifyDone } from "../../parts/notify.ts";

/** Asks what is to become of what is in the folder. */
export function FolderDeletion({
  folder,
  onClose,
}: {
  folder: { id: string; name: string } | undefined;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [contents, setContents] = useState<"move" | "delete">("move");
  const remove = useMutation({
    mutationFn: (id: string) => sendJson("DELETE", `/api/folders/${encodeURIComponent(id)}?contents=${contents}`),
    async onSuccess() {
      notifyDone(`The folder "${folder?.name}" is deleted.`);
      onClose();
      await Promise.all([
        queries.invalidateQueries({ queryKey: ["folders"] }),
        queries.invalidateQueries({ queryKey: ["documents"] }),
      ]);
      await navigate({ to: "/documents", search: {} });
    },
  });

  return (
    <Modal opened={folder !== undefined} onClose={onClose} title={`Delete the folder "${folder?.name ?? ""}"?`}>
      <Stack gap="md">
        {remove.error && <Failed error={remove.error} />}
        <Radio.Group
          label="What is in it"
          value={contents}
          onChange={(value) => setContents(value === "delete" ? "delete" : "move")}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="move" label="Stays, one folder up" />
            <Radio value="delete" label="Is deleted, too: documents and data routes stop working" />
          </Stack>
        </Radio.Group>
        {contents === "delete" && (
          <Text size="sm" c="red">
            This cannot be undone.
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => folder && remove.mutate(folder.id)}>
            Delete the folder
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
