import { Button, Divider, Stack, Text, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api } from "../../api/client.ts";
import { formBody } from "../../api/upload.ts";
import { useMay } from "../../app/rights.ts";
import { Failed } from "../../parts/failed.tsx";
import { notifyDone } from "../../parts/notify.ts";
import { DocumentSelect } from "../../parts/search-select.tsx";
import { useSingleMutation } from "../../parts/use-single-mutation.ts";
import { fileOf } from "../office/file-of.ts";
import type { HostDocument } from "../office/host-document.ts";
import type { Access } from "../session/access.ts";
import classes from "./pane.module.css";
import { PaneBar } from "./pane-bar.tsx";

interface ChooseDocumentProps {
  file: HostDocument;
  access: Access;
  onChoose: (id: string) => void;
}

/** Which document the open file is the template of: one that is there, or a new one. */
export function ChooseDocument({ file, access, onChoose }: ChooseDocumentProps) {
  const may = useMay();

  return (
    <>
      <PaneBar title="Docloom" access={access} />
      <Stack className={classes.content} gap="lg" p="md">
        <div>
          <Title order={1} size="h3" mb={4}>
            What is this file for?
          </Title>
          <Text size="sm" className="quiet">
            It becomes the template of a document once you publish it.
          </Text>
        </div>
        <DocumentSelect
          templates={file.type}
          label={`A document with a template for ${file.program}`}
          placeholder="Search by name"
          onChange={(id) => id && onChoose(id)}
        />
        {may("document:write") && (
          <>
            <Divider />
            <NewDocument file={file} onMade={onChoose} />
          </>
        )}
      </Stack>
    </>
  );
}

function NewDocument({ file, onMade }: { file: HostDocument; onMade: (id: string) => void }) {
  const [name, setName] = useState(file.name);
  const make = useSingleMutation({
    async mutationFn() {
      const form = new FormData();
      for (const [member, value] of Object.entries({ name: name.trim(), type: file.type, output: "pdf" }))
        form.append(member, value);
      form.append("file", await fileOf(file, name));
      return await dataOf(api.POST("/api/documents", formBody(form)));
    },
    onSuccess({ id }) {
      notifyDone("The document is there, with this file as its template.");
      onMade(id);
    },
  });

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="A new document"
          placeholder="Its name"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {make.error && <Failed error={make.error} title="The document was not made" />}
        <Button type="submit" variant="default" loading={make.isPending} disabled={name.trim() === ""}>
          Make it from this file
        </Button>
      </Stack>
    </form>
  );
}
