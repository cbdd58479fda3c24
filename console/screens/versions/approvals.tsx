import { Badge, Button, Group, Modal, Paper, Stack, Text, Textarea, Title } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Approval, approvalsQuery, decideApproval, withdrawApproval } from "../../api/approvals.ts";
import { Failed } from "../../parts/failed.tsx";
import { TextLink } from "../../parts/link.tsx";
import { notifyDone } from "../../parts/notify.ts";
import { useSingleMutation } from "../../parts/use-single-mutation.ts";
import { When } from "../../parts/when.tsx";
import classes from "./versions.module.css";

/** Approvals that nobody has used yet, and how many others are shown. */
const SHOWN = 5;

/** What waits for a second person, and what became of the last ones. */
export function Approvals({ documentId }: { documentId: string }) {
  const { data, error } = useQuery(approvalsQuery(documentId));
  if (error) return <Failed error={error} title="The approvals could not be loaded" />;
  if (!data || data.length === 0) return null;
  const isOpen = ({ status, outdated }: Approval) =>
    (status === "asked" || status === "approved") && Number(outdated) === 0;
  const shown = [...data.filter(isOpen), ...data.filter((each) => !isOpen(each)).slice(0, SHOWN)];

  return (
    <Paper className={classes.one} radius={0} component="section" aria-label="Approvals">
      <Title order={2} mb="sm">
        Approvals
      </Title>
      <Stack gap="md" component="ul" m={0} p={0} className={classes.approvals}>
        {shown.map((approval) => (
          <li key={approval.id}>
            <One documentId={documentId} approval={approval} />
          </li>
        ))}
      </Stack>
    </Paper>
  );
}

const STATES: Readonly<Record<Approval["status"], string>> = {
  asked: "waits",
  approved: "approved",
  given_back: "given back",
  withdrawn: "withdrawn",
  used: "done",
};

function whatOf({ version, settings, output, delivery }: Approval): string {
  if (version !== undefined) return `version ${version}`;
  if (delivery) return Number(delivery.active) === 1 ? "switching a delivery on" : "switching a delivery off";
  const names = [...Object.keys(settings ?? {}), ...(output === undefined ? [] : ["output"])];
  return names.length > 0 ? `settings (${names.join(", ")})` : "the size of the page";
}

function One({ documentId, approval }: { documentId: string; approval: Approval }) {
  const queries = useQueryClient();
  const [isGivenBack, setGivenBack] = useState(false);
  const done = async (message: string) => {
    notifyDone(message);
    await queries.invalidateQueries({ queryKey: ["documents", documentId] });
  };
  const approve = useSingleMutation({
    mutationFn: () => decideApproval(documentId, approval.id, "approve", ""),
    onSuccess: () => done("Approved."),
  });
  const withdraw = useSingleMutation({
    mutationFn: () => withdrawApproval(documentId, approval.id),
    onSuccess: () => done("Withdrawn."),
  });
  const { status, asked_by, asked_of, decided_by, comment, reply } = approval;
  const isOutdated = Number(approval.outdated) === 1;
  const isOpen = status === "asked" || status === "approved";

  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Text size="sm">
          {asked_by.name || "Somebody"} asks for approval of {whatOf(approval)}
          {asked_of ? ` by ${asked_of.name}` : ""}
        </Text>
        {isOpen && approval.version !== undefined && (
          <TextLink
            to="/documents/$id/versions"
            params={{ id: documentId }}
            search={{ version: String(approval.version) }}
            aria-label={`Compare version ${approval.version}`}
          >
            Compare
          </TextLink>
        )}
        <Badge size="xs" variant="default" tt="none">
          {isOutdated ? "outdated" : STATES[status]}
        </Badge>
        <Text size="xs" className="quiet" ml="auto">
          <When at={approval.decided_at ?? approval.created_at} isWithin />
        </Text>
      </Group>
      {comment && <Text size="sm">“{comment}”</Text>}
      {decided_by && (
        <Text size="xs" className="quiet">
          {decided_by.name || "Somebody"} has decided{reply ? `: “${reply}”` : "."}
        </Text>
      )}
      {isOpen && isOutdated && (
        <Text size="xs" className="quiet">
          The document has changed since: ask again.
        </Text>
      )}
      {(approve.error ?? withdraw.error) && <Failed error={approve.error ?? withdraw.error} />}
      {isOpen && (
        <Group gap="xs">
          {Number(approval.decidable) === 1 && (
            <>
              <Button size="xs" loading={approve.isPending} onClick={() => approve.mutate()}>
                Approve
              </Button>
              <Button size="xs" variant="default" onClick={() => setGivenBack(true)}>
                Give back
              </Button>
            </>
          )}
          <Button size="xs" variant="subtle" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            Withdraw
          </Button>
        </Group>
      )}
      <Modal opened={isGivenBack} onClose={() => setGivenBack(false)} title="Give it back">
        <GiveBack
          documentId={documentId}
          approval={approval.id}
          onDone={async () => {
            setGivenBack(false);
            await done("Given back.");
          }}
          onCancel={() => setGivenBack(false)}
        />
      </Modal>
    </Stack>
  );
}

function GiveBack({
  documentId,
  approval,
  onDone,
  onCancel,
}: {
  documentId: string;
  approval: string;
  onDone: () => Promise<void>;
  onCancel: () => void;
}) {
  const [comment, setComment] = useState("");
  const giveBack = useSingleMutation({
    mutationFn: () => decideApproval(documentId, approval, "give_back", comment),
    onSuccess: onDone,
  });

  return (
    <Stack>
      <Textarea
        label="What is wrong"
        autosize
        minRows={2}
        maxLength={2000}
        data-autofocus
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      {giveBack.error && <Failed error={giveBack.error} title="It was not given back" />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button disabled={comment.trim() === ""} loading={giveBack.isPending} onClick={() => giveBack.mutate()}>
          Give back
        </Button>
      </Group>
    </Stack>
  );
}
