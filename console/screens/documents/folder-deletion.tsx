import { Modal, Radio, Stack, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { Confirmation } from "../../parts/confirmation.tsx";

interface Folder {
  id: string;
  name: string;
}

/** Asks what should happen to the contents of the folder. */
export function FolderDeletion({ folder, onClose }: { folder: Folder | undefined; onClose: () => void }) {
  return (
    <Modal opened={folder !== undefined} onClose={onClose} title={`Delete the folder "${folder?.name ?? ""}"?`}>
      {folder && <Deletion folder={folder} onClose={onClose} />}
    </Modal>
  );
}

function Deletion({ folder, onClose }: { folder: Folder; onClose: () => void }) {
  const navigate = useNavigate();
  const [contents, setContents] = useState<"move" | "delete">("move");

  return (
    <Confirmation
      action="Delete the folder"
      send={async () => {
        await api.DELETE("/api/folders/{folder}", { params: { path: { folder: folder.id }, query: { contents } } });
        await navigate({ to: "/documents", search: {} });
      }}
      done={`The folder "${folder.name}" is deleted.`}
      changes={[["folders"], ["documents"]]}
      onClose={onClose}
    >
      <Radio.Group
        label="Contents"
        value={contents}
        onChange={(value) => setContents(value === "delete" ? "delete" : "move")}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="move" label="Move one folder up" />
          <Radio value="delete" label="Delete as well: its documents and data routes stop working" />
        </Stack>
      </Radio.Group>
      {contents === "delete" && (
        <Text size="sm" c="red">
          This cannot be undone.
        </Text>
      )}
    </Confirmation>
  );
}
