import { Alert, Button, JsonInput, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useEffect, useState } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api, type BodyOf, type Schemas } from "../../api/client.ts";
import { type Delivery, type DeliveryOwner, deliveryOf } from "../../api/deliveries.ts";
import { routeSchemaQuery } from "../../api/routes.ts";
import { Failed } from "../../parts/failed.tsx";
import { TextLink } from "../../parts/link.tsx";
import { SampleSelect } from "../../parts/preview/sample-select.tsx";
import { useSampleData } from "../../parts/preview/use-sample.ts";
import classes from "./deliveries.module.css";

interface SendTestProps {
  owner: DeliveryOwner;
  delivery: Delivery;
  /** Whether the test may go to another address than the real ones. */
  canRedirect: boolean;
  isDirty: boolean;
}

/** Really sends one, and shows the answer. */
export function SendTest({ owner, delivery, canRedirect, isDirty }: SendTestProps) {
  const [to, setTo] = useState("");
  const [data, setData] = useState<unknown>();
  const test = useMutation({
    mutationFn(sent: { data: unknown; to?: string }) {
      const [path, at] = deliveryOf(owner, delivery.id);

      return dataOf(api.POST(`${path}/test`, { ...at, body: sent as BodyOf<`${typeof path}/test`> }));
    },
  });

  return (
    <Paper withBorder p="md" component="section" aria-label="Send a test">
      <Title order={2} mb={4}>
        Send a test
      </Title>
      <Text size="sm" className="quiet" mb="sm">
        Merges sample data and really sends the file.
      </Text>
      <Stack gap="xs">
        {owner.kind === "documents" ? (
          <DocumentData id={owner.id} onChange={setData} />
        ) : (
          <RouteData id={owner.id} onChange={setData} />
        )}
        {canRedirect && (
          <TextInput
            label="To"
            description="Leave empty to use the delivery's own recipients."
            type="email"
            value={to}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
        )}
        <Button
          leftSection={<Send size={15} />}
          loading={test.isPending}
          disabled={data === undefined}
          onClick={() => test.mutate({ data, ...(to.trim() ? { to: to.trim() } : {}) })}
        >
          Send it now
        </Button>
        {isDirty && (
          <Text size="xs" className="quiet">
            The test uses the saved settings, not your unsaved changes.
          </Text>
        )}
        {test.error && <Failed error={test.error} title="The test was not sent" />}
        {test.data && (
          <Alert color={test.data.ok ? "green" : "red"} variant="light" role="status" title={titleOf(test.data)}>
            <Text size="xs" className="quiet">
              {test.data.target}
            </Text>
            <pre className={classes.answer}>{test.data.response}</pre>
            {isShownHere(test.data) && (
              <TextLink to="/account" search={{ part: "mailbox" }}>
                Open the local mailbox
              </TextLink>
            )}
          </Alert>
        )}
      </Stack>
    </Paper>
  );
}

/** Without a mail provider nothing leaves the service, which says so in its answer. */
const isShownHere = ({ ok, response }: Schemas["TestedDelivery"]): boolean => ok && /local mailbox/i.test(response);

function titleOf(answer: Schemas["TestedDelivery"]): string {
  if (!answer.ok) return "It was rejected";
  if (isShownHere(answer)) return "It is in the local mailbox";

  return answer.duration_ms < 50 ? "Sent" : `Sent in ${(answer.duration_ms / 1000).toFixed(1)} s`;
}

/** One of the document's samples, or the example made from its fields. */
function DocumentData({ id, onChange }: { id: string; onChange: (data: unknown) => void }) {
  const [chosen, setChosen] = useState<string>();
  const { samples, sampleId, data } = useSampleData(id, chosen);
  useEffect(() => onChange(data), [data, onChange]);

  return <SampleSelect samples={samples} value={chosen ?? sampleId} onChange={setChosen} />;
}

/** The example made from the fields of the route, to be changed. */
function RouteData({ id, onChange }: { id: string; onChange: (data: unknown) => void }) {
  const schema = useQuery(routeSchemaQuery(id));
  const [typed, setTyped] = useState<string>();
  const text = typed ?? (schema.data ? JSON.stringify(schema.data.examples?.[0] ?? {}, null, 2) : "");
  useEffect(() => onChange(parsed(text)), [text, onChange]);

  return (
    <JsonInput
      label="Data"
      description="Decides which rules fire."
      value={text}
      onChange={setTyped}
      validationError="Not valid JSON yet."
      formatOnBlur
      autosize
      minRows={4}
      maxRows={12}
    />
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
