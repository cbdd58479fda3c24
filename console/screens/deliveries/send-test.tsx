import { Alert, Button, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState } from "react";
import { sendJson } from "../../api/client.ts";
import { type Delivery, type DeliveryOwner, ownerAddress } from "../../api/deliveries.ts";
import { Failed } from "../../parts/failed.tsx";
import { SampleSelect } from "../../parts/preview/sample-select.tsx";
import { useSampleData } from "../../parts/preview/use-sample.ts";
import classes from "./deliveries.module.css";

interface TestAnswer {
  ok: boolean;
  response: string;
  target: string;
  preview: Record<string, unknown>;
  duration_ms: number;
}

interface SendTestProps {
  owner: DeliveryOwner;
  delivery: Delivery;
  /** Whether the test may go to another address than the real ones. */
  canRedirect: boolean;
  isDirty: boolean;
}

/** Sends one, really, and shows the answer. */
export function SendTest({ owner, delivery, canRedirect, isDirty }: SendTestProps) {
  const [to, setTo] = useState("");
  const [sample, setSample] = useState<string>();
  const test = useMutation({
    mutationFn: (body: { sample?: string; to?: string }) =>
      sendJson<TestAnswer>("POST", `${ownerAddress(owner)}/deliveries/${encodeURIComponent(delivery.id)}/test`, body),
  });
  const isDocument = owner.kind === "documents";

  return (
    <Paper withBorder p="md" component="section" aria-label="Send a test">
      <Title order={2} mb={4}>
        Send a test
      </Title>
      <Text size="sm" className="quiet" mb="sm">
        Merges sample data and really sends the file.
      </Text>
      <Stack gap="xs">
        {isDocument && <DocumentSample id={owner.id} value={sample} onChange={setSample} />}
        {canRedirect && (
          <TextInput
            label="To"
            description="Empty: to whom the delivery goes."
            type="email"
            value={to}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
        )}
        <Button
          leftSection={<Send size={15} />}
          loading={test.isPending}
          onClick={() =>
            test.mutate({
              ...(sample && sample !== "example" ? { sample } : {}),
              ...(to.trim() ? { to: to.trim() } : {}),
            })
          }
        >
          Send it now
        </Button>
        {isDirty && (
          <Text size="xs" className="quiet">
            The test goes by what is saved, not by what you just changed.
          </Text>
        )}
        {test.error && <Failed error={test.error} title="The test was not sent" />}
        {test.data && (
          <Alert
            color={test.data.ok ? "green" : "red"}
            variant="light"
            role="status"
            title={test.data.ok ? `Sent in ${(test.data.duration_ms / 1000).toFixed(1)} s` : "It was refused"}
          >
            <Text size="xs" className="quiet">
              {test.data.target}
            </Text>
            <pre className={classes.answer}>{test.data.response}</pre>
          </Alert>
        )}
      </Stack>
    </Paper>
  );
}

function DocumentSample({
  id,
  value,
  onChange,
}: {
  id: string;
  value: string | undefined;
  onChange: (sample: string) => void;
}) {
  const { samples, sampleId } = useSampleData(id, value);

  return <SampleSelect samples={samples} value={value ?? sampleId} onChange={onChange} />;
}
