import { Button, Modal, Stack } from "@mantine/core";
import { FilePlus2, LayoutTemplate, Upload } from "lucide-react";
import { LinkButton } from "../../parts/link.tsx";

interface NewDocumentDialogProps {
  opened: boolean;
  onClose: () => void;
  onUpload: () => void;
  onHtml: () => void;
}

/** What a new document is made from. */
export function NewDocumentDialog({ opened, onClose, onUpload, onHtml }: NewDocumentDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="New document">
      <Stack gap="xs">
        <Button leftSection={<Upload size={16} />} onClick={onUpload} data-autofocus>
          Upload a Word, Excel, PowerPoint or PDF file
        </Button>
        <LinkButton to="/gallery" search={{}} variant="default" leftSection={<LayoutTemplate size={16} />}>
          Start from a template
        </LinkButton>
        <Button variant="default" leftSection={<FilePlus2 size={16} />} onClick={onHtml}>
          Write HTML
        </Button>
      </Stack>
    </Modal>
  );
}
