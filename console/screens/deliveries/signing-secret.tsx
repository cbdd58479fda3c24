import { Alert, Button, Code, Paper, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { sendJson } from "../../api/client.ts";
import { type Delivery, type DeliveryOwner, deliveriesQuery, ownerAddress } from "../../api/deliveries.ts";
import { Copyable } from "../../parts/copyable.tsx";
import { Failed } from "../../parts/failed.tsx";

const VERIFY = `import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.DOCLOOM_SECRET);
// Throws when the call does not come from Docloom, or is older than five minutes.
const event = webhook.verify(rawBody, request.headers);`;

/** A new signing secret, shown once, and how the other side checks signatures. */
export function SigningSecret({ owner, delivery }: { owner: DeliveryOwner; delivery: Delivery }) {
  const queries = useQueryClient();
  const rotate = useMutation({
    mutationFn: () =>
      sendJson<{ secret: string }>(
        "POST",
        `${ownerAddress(owner)}/deliveries/${encodeURIComponent(delivery.id)}/secret`,
        {},
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: deliveriesQuery(owner).queryKey }),
  });
  const hasSecret = Boolean(delivery.settings.secret);

  return (
    <Paper withBorder p="md" component="section" aria-label="Signature">
      <Title order={2} mb={4}>
        Signature
      </Title>
      <Stack gap="sm">
        <Text size="sm" className="quiet">
          {hasSecret ? "Calls are signed. A new secret replaces the old one at once." : "Calls are not signed yet."} By
          Standard Webhooks, for which there are libraries in many languages.
        </Text>
        <Button
          variant="default"
          leftSection={<KeyRound size={15} />}
          loading={rotate.isPending}
          onClick={() => rotate.mutate()}
        >
          {hasSecret ? "Make a new secret" : "Make a secret"}
        </Button>
        {rotate.error && <Failed error={rotate.error} />}
        {rotate.data && (
          <Alert color="yellow" variant="light" title="Shown only now" role="status">
            <Copyable text={rotate.data.secret} label="Signing secret" />
          </Alert>
        )}
        <Code block fz={11}>
          {VERIFY}
        </Code>
      </Stack>
    </Paper>
  );
}
