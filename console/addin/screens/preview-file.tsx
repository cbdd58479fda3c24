import { Button, Group, Stack } from "@mantine/core";
import { RotateCw } from "lucide-react";
import { useEffect, useState } from "react";
import type { OneDocument } from "../../api/documents.ts";
import { Busy } from "../../parts/busy.tsx";
import { Failed } from "../../parts/failed.tsx";
import { PreviewPane } from "../../parts/preview/preview-pane.tsx";
import { SampleSelect } from "../../parts/preview/sample-select.tsx";
import { useSampleData } from "../../parts/preview/use-sample.ts";
import { useSingleMutation } from "../../parts/use-single-mutation.ts";
import type { HostDocument } from "../office/host-document.ts";
import classes from "./pane.module.css";

/** The PDF that a merge makes of the open file, with data of a sample. */
export function PreviewFile({ document, file }: { document: OneDocument; file: HostDocument }) {
  const [chosen, setChosen] = useState<string>();
  const { samples, sampleId, data } = useSampleData(document.id, chosen);
  const read = useSingleMutation({ mutationFn: async () => (await file.readFile()).toBase64() });
  const { data: contents, error, isPending, mutate } = read;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once when it is opened; later whenever somebody wants it
  useEffect(() => mutate(), []);

  return (
    <div className={classes.preview}>
      <Group gap="xs" p="xs">
        <SampleSelect samples={samples} value={sampleId} onChange={setChosen} />
        <Button
          size="xs"
          variant="default"
          leftSection={<RotateCw size={14} />}
          loading={isPending}
          onClick={() => mutate()}
        >
          Read the file again
        </Button>
      </Group>
      {error && (
        <Stack p="md">
          <Failed error={error} title={`${file.program} did not give the file`} />
        </Stack>
      )}
      <div className={classes.pages}>
        {contents === undefined ? (
          !error && <Busy />
        ) : (
          <PreviewPane
            documentId={document.id}
            input={data === undefined ? undefined : { data, file_contents: contents }}
          />
        )}
      </div>
    </div>
  );
}
