import { Button, Group, Modal, Stack, Text, Textarea } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type AskedChange, approversQuery, askForApproval } from "../../api/approvals.ts";
import { Failed } from "../failed.tsx";
import { notifyDone } from "../notify.ts";
import { Select } from "../select.tsx";
import { useSingleMutation } from "../use-single-mutation.ts";

/** A button that sends one change of a document to a second person. @param what in words, after "Ask for approval of" */
export function AskForApproval({
  documentId,
  change,
  what,
}: {
  documentId: string;
  change: AskedChange;
  what: string;
}) {
  const [isOpen, setOpen] = useState(false);

  return (
    <>
      <Button size="xs" onClick={() => setOpen(true)}>
        Ask for approval
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={`Ask for approval of ${what}`}>
        <Question documentId={documentId} change={change} onDone={() => setOpen(false)} />
      </Modal>
    </>
  );
}

function Question({ documentId, change, onDone }: { documentId: string; change: AskedChange; onDone: () => void }) {
  const queries = useQueryClient();
  const { data: approvers } = useQuery(approversQuery(documentId));
  const [to, setTo] = useState("");
  const [comment, setComment] = useState("");
  const ask = useSingleMutation({
    mutationFn: () => askForApproval(documentId, change, to, comment),
    async onSuccess() {
      notifyDone("Sent. Once it is approved, make the change as you have asked for it.");
      await queries.invalidateQueries({ queryKey: ["documents", documentId] });
      onDone();
    },
  });
  if (!approvers) return null;

  return (
    <Stack>
      {approvers.length === 0 && (
        <Text size="sm">
          Nobody else may publish this document: invite a second person, or give somebody the right.
        </Text>
      )}
      <Select
        label="Who decides"
        data={[
          { value: "", label: "Anybody who may publish" },
          ...approvers.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={to}
        onChange={(chosen) => setTo(chosen ?? "")}
        allowDeselect={false}
      />
      <Textarea
        label="Comment"
        description="What has changed, and why."
        autosize
        minRows={2}
        maxLength={2000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      {ask.error && <Failed error={ask.error} title="It was not sent" />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button loading={ask.isPending} onClick={() => ask.mutate()}>
          Send
        </Button>
      </Group>
    </Stack>
  );
}
