import { Button, Stack } from "@mantine/core";
import { FileUp } from "lucide-react";
import type { OneDocument } from "../../api/documents.ts";
import { useSingleMutation } from "../../parts/use-single-mutation.ts";
import { Conflict } from "../../screens/editor/conflict.tsx";
import { useSave } from "../../screens/editor/use-save.ts";
import { fileOf } from "../office/file-of.ts";
import type { HostDocument } from "../office/host-document.ts";

/** Makes the open file the document's newest version. */
export function Publish({ document, file }: { document: OneDocument; file: HostDocument }) {
  const save = useSave(document);
  const publish = useSingleMutation({
    async mutationFn(how: { force?: boolean; allTheSame?: boolean }) {
      await save.mutateAsync({ file: await fileOf(file, document.name), ...how });
    },
  });
  const isDraft = Number(document.settings.approval ?? 0) === 1;

  return (
    <Stack gap="xs">
      <Conflict
        error={publish.error}
        onOverwrite={() => publish.mutate({ force: true })}
        onAllTheSame={() => publish.mutate({ allTheSame: true })}
        discard="Leave it"
        onDiscard={() => {
          publish.reset();
          void save.reload();
        }}
      />
      <Button
        fullWidth
        leftSection={<FileUp size={16} />}
        loading={publish.isPending}
        onClick={() => publish.mutate({})}
      >
        {isDraft ? "Save as a draft" : "Publish as a new version"}
      </Button>
    </Stack>
  );
}
