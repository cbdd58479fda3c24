import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { notifyFailed } from "./notify.ts";

/** Saves a template, once it has been read. */
export function TemplateDownload({ download }: { download: () => Promise<void> }) {
  const save = useMutation({
    mutationFn: download,
    onError: (error) => notifyFailed("The template could not be loaded", error),
  });

  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Download size={14} />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      Download
    </Button>
  );
}
