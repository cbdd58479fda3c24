import { Alert, Button, Checkbox, Group, Paper, Radio, Stack, Text, TextInput, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useState } from "react";
import { type DeliveryOwner, deliveriesQuery } from "../../api/deliveries.ts";
import { asProblem } from "../../api/problem.ts";
import { counted } from "../../parts/counted.ts";
import { TextLink } from "../../parts/link.tsx";
import type { BatchOrder } from "./list-calls.ts";

type Outcome = Pick<BatchOrder, "output" | "deliver" | "test" | "run_at">;

interface ListOutcomeProps {
  owner: DeliveryOwner;
  records: number | undefined;
  isBusy: boolean;
  onStart: (outcome: Outcome) => void;
}

/** What becomes of the files, and when. */
export function ListOutcome({ owner, records, isBusy, onStart }: ListOutcomeProps) {
  const deliveries = useQuery(deliveriesQuery(owner));
  const [output, setOutput] = useState<BatchOrder["output"]>("zip");
  const [delivers, setDelivers] = useState(false);
  const [isTest, setTest] = useState(false);
  const [at, setAt] = useState("");
  const active = (deliveries.data ?? []).filter((delivery) => delivery.active === "1").length;
  const isNothing = output === "none" && !delivers;
  let description = `${delivers ? "Mails go to whom each row names." : "As it is, nothing is sent: the files are only merged."} Deliveries that are on: ${active}.`;
  if (deliveries.isPending) description = "Looking for deliveries…";
  else if (deliveries.isError) description = `They could not be loaded. ${asProblem(deliveries.error).message}`;
  else if (active === 0) description = "There are none yet.";

  return (
    <Paper withBorder p="lg" component="section" aria-label="What becomes of it">
      <Title order={2} mb="sm">
        What becomes of it
      </Title>
      <Stack gap="md">
        <Radio.Group label="The files" value={output} onChange={(next) => setOutput(next as BatchOrder["output"])}>
          <Stack gap="xs" mt="xs">
            <Radio value="zip" label="One ZIP with a file for each record" />
            <Radio value="pdf" label="One PDF with all of them, to be printed" />
            <Radio value="none" label="Only in the runs of their records" />
          </Stack>
        </Radio.Group>
        <Checkbox
          label="Make the deliveries for each record"
          description={description}
          disabled={active === 0}
          checked={delivers && active > 0}
          onChange={({ currentTarget }) => setDelivers(currentTarget.checked)}
        />
        {active === 0 && deliveries.isSuccess && (
          <TextLink
            to={owner.kind === "documents" ? "/documents/$id/deliveries" : "/routes/$id/deliveries"}
            params={{ id: owner.id }}
          >
            Add delivery
          </TextLink>
        )}
        <TextInput
          type="datetime-local"
          label="When"
          description="At once if it is left empty. Until then it can be cancelled."
          maw={280}
          value={at}
          onChange={({ currentTarget }) => setAt(currentTarget.value)}
        />
        <Checkbox
          label="As a test"
          description="Files are marked SAMPLE, and counted separately."
          checked={isTest}
          onChange={({ currentTarget }) => setTest(currentTarget.checked)}
        />
        {isNothing && (
          <Alert variant="light" color="gray">
            <Text size="sm">The files are found under Runs only, one by one.</Text>
          </Alert>
        )}
        <Group>
          <Button
            leftSection={<Play size={15} />}
            loading={isBusy}
            disabled={records === undefined}
            onClick={() =>
              onStart({
                output,
                deliver: delivers && active > 0 ? 1 : 0,
                test: isTest ? 1 : 0,
                run_at: at ? new Date(at).toISOString() : undefined,
              })
            }
          >
            {records === undefined ? "Merge" : `Merge ${counted(records, "record")}`}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
