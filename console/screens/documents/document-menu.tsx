import { Button, Group, Menu, Modal, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Copy, Download, FolderInput, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api } from "../../api/client.ts";
import type { ListedDocument } from "../../api/documents.ts";
import { foldersQuery } from "../../api/documents.ts";
import { asProblem } from "../../api/problem.ts";
import { useMay } from "../../app/rights.ts";
import { downloadTemplate } from "../../parts/download-template.ts";
import { notifyDone, notifyFailed } from "../../parts/notify.ts";
import rowLink from "../../parts/row-link.module.css";
import { RowMenu } from "../../parts/row-menu.tsx";
import { Select } from "../../parts/select.tsx";
import { DeleteQuestion } from "./delete-document.tsx";

type Question = "rename" | "copy" | "move" | "delete";

/** The actions on a document, from any list. */
export function DocumentMenu({ document }: { document: Pick<ListedDocument, "id" | "name" | "type" | "folder"> }) {
  const { id, name } = document;
  const [question, setQuestion] = useState<Question>();
  const mayWrite = useMay()("document:write", document.folder);
  return (
    <div className={rowLink.above}>
      <RowMenu name={name}>
        {mayWrite && (
          <>
            <Menu.Item leftSection={<Pencil size={14} />} onClick={() => setQuestion("rename")}>
              Rename
            </Menu.Item>
            <Menu.Item leftSection={<Copy size={14} />} onClick={() => setQuestion("copy")}>
              Copy
            </Menu.Item>
            <Menu.Item leftSection={<FolderInput size={14} />} onClick={() => setQuestion("move")}>
              Move to a folder
            </Menu.Item>
          </>
        )}
        <Menu.Item
          leftSection={<Download size={14} />}
          onClick={() =>
            void downloadTemplate(document).catch((error: unknown) =>
              notifyFailed("The template could not be loaded", error),
            )
          }
        >
          Download the template
        </Menu.Item>
        {mayWrite && (
          <>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<Trash2 size={14} />} onClick={() => setQuestion("delete")}>
              Delete
            </Menu.Item>
          </>
        )}
      </RowMenu>
      <Modal
        opened={question !== undefined}
        onClose={() => setQuestion(undefined)}
        title={question === "delete" ? `Delete "${name}"?` : question && TITLES[question]}
      >
        {question === "delete" ? (
          <DeleteQuestion kind="documents" id={id} name={name} onClose={() => setQuestion(undefined)} />
        ) : (
          question && <Answer question={question} document={document} onClose={() => setQuestion(undefined)} />
        )}
      </Modal>
    </div>
  );
}

const TITLES: Readonly<Record<Exclude<Question, "delete">, string>> = {
  rename: "Rename the document",
  copy: "Copy the document",
  move: "Move the document",
};
const DONE: Readonly<Record<Exclude<Question, "delete">, string>> = {
  rename: "Renamed",
  copy: "Copied",
  move: "Moved",
};

function Answer({
  question,
  document,
  onClose,
}: {
  question: Exclude<Question, "delete">;
  document: Pick<ListedDocument, "id" | "name" | "folder">;
  onClose: () => void;
}) {
  const { id } = document;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const folders = useQuery(foldersQuery);
  const [value, setValue] = useState(
    question === "copy" ? `${document.name} (copy)` : question === "move" ? document.folder : document.name,
  );
  const [searched, setSearched] = useState("");
  const names = (folders.data ?? []).map(({ name }) => name);
  const isNew = searched.trim() !== "" && !names.includes(searched.trim());

  const act = useMutation({
    mutationFn: async (): Promise<string> => {
      const params = { path: { id } };
      if (question === "copy")
        return (await dataOf(api.POST("/api/documents/{id}/copy", { params, body: { name: value } }))).id;
      const body = question === "rename" ? { name: value } : { folder: value };
      await api.PUT("/api/documents/{id}", { params, body });

      return id;
    },
    async onSuccess(changed) {
      notifyDone(`${DONE[question]}.`);
      onClose();
      await Promise.all([
        queries.invalidateQueries({ queryKey: ["documents"] }),
        queries.invalidateQueries({ queryKey: ["folders"] }),
      ]);
      if (question === "copy") await navigate({ to: "/documents/$id", params: { id: changed } });
    },
  });
  const error = act.error
    ? asProblem(act.error).message
    : value.trim() === "" && question !== "move"
      ? "Enter a name."
      : undefined;

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (question === "move" || value.trim() !== "") act.mutate();
      }}
    >
      {question === "move" ? (
        <Select
          label="Folder"
          description="Choose one, or type the name of a new one."
          data={[...names, ...(isNew ? [{ value: searched.trim(), label: `New folder "${searched.trim()}"` }] : [])]}
          value={value || null}
          onChange={(folder) => setValue(folder ?? "")}
          onSearchChange={setSearched}
          searchable
          clearable
          placeholder="No folder"
          data-autofocus
          error={error}
        />
      ) : (
        <TextInput
          label="Name"
          value={value}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
          data-autofocus
          error={error}
        />
      )}
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={act.isPending}>
          {question === "rename" ? "Rename" : question === "copy" ? "Copy" : "Move"}
        </Button>
      </Group>
    </form>
  );
}
