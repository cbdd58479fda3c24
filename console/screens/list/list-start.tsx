import { Button, FileButton, Group, Paper, Stack, Text, Textarea, Title } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { useMutation } from "@tanstack/react-query";
import { Download, FileSpreadsheet } from "lucide-react";
import { useState } from "react";
import type { DeliveryOwner } from "../../api/deliveries.ts";
import { notifyFailed } from "../../parts/notify.ts";
import { saveFile } from "../../parts/save-file.ts";
import { listTemplate } from "./list-calls.ts";

const ENDINGS = ".xlsx,.csv,.tsv,.txt";

interface ListStartProps {
  owner: DeliveryOwner;
  isBusy: boolean;
  onFile: (file: File) => void;
}

/** A list begins as a file, as cells that were copied in Excel, or as a workbook with the right headings. */
export function ListStart({ owner, isBusy, onFile }: ListStartProps) {
  const [pasted, setPasted] = useState("");
  const template = useMutation({
    mutationFn: () => listTemplate(owner),
    onSuccess: ({ bytes, name }) => saveFile(new Blob([bytes]), name),
    onError: (error) => notifyFailed("The workbook could not be made", error),
  });
  const open = (text: string) => onFile(new File([text], "pasted cells.txt", { type: "text/plain" }));

  return (
    <Paper withBorder p="lg" component="section" aria-label="Merge a list">
      <Title order={2}>Merge a list</Title>
      <Text size="sm" className="quiet" mb="md">
        One file for each row of an Excel or CSV list. You see what is read before anything is merged.
      </Text>
      <Stack gap="md">
        <Dropzone.FullScreen
          withinPortal={false}
          onDrop={([file]) => {
            if (file) onFile(file);
          }}
        >
          <Text ta="center" fw={600} pt="30vh">
            Drop the list
          </Text>
        </Dropzone.FullScreen>
        <Group>
          <FileButton onChange={(file) => file && onFile(file)} accept={ENDINGS} inputProps={{ "aria-label": "List" }}>
            {(props) => (
              <Button {...props} loading={isBusy} leftSection={<FileSpreadsheet size={16} />}>
                Choose or drop a list
              </Button>
            )}
          </FileButton>
          <Button
            variant="default"
            leftSection={<Download size={16} />}
            loading={template.isPending}
            onClick={() => template.mutate()}
          >
            Excel file with the right columns
          </Button>
        </Group>
        <Textarea
          label="Or paste cells from Excel"
          description="The first row has the headings."
          rows={4}
          value={pasted}
          onChange={({ currentTarget }) => setPasted(currentTarget.value)}
          onPaste={(event) => {
            const text = event.clipboardData.getData("text/plain");
            if (pasted !== "" || !text.includes("\n")) return;
            event.preventDefault();
            open(text);
          }}
        />
        {pasted.trim() !== "" && (
          <Group>
            <Button variant="default" loading={isBusy} onClick={() => open(pasted)}>
              Read these cells
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}
