import { Alert, Button, Checkbox, Code, Paper, Stack, Text, Title } from "@mantine/core";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import type { Schemas } from "../api/client.ts";
import { Copyable } from "./copyable.tsx";
import { Failed } from "./failed.tsx";

const VERIFY = `import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.DOCLOOM_SECRET);
// Throws when the call does not come from Docloom, or is older than five minutes.
const event = webhook.verify(rawBody, request.headers);`;

/**
 * A new signing secret, shown once, and how the receiver checks signatures.
 * @param send asks for it
 * @param changes what is out of date then
 */
export function SigningSecret({
  send,
  changes,
}: {
  send: (body: { keep_old: 0 | 1 }) => Promise<Schemas["RotatedSecret"]>;
  changes: QueryKey;
}) {
  const queries = useQueryClient();
  const [keepsOld, setKeepsOld] = useState(true);
  const rotate = useMutation({
    mutationFn: () => send({ keep_old: keepsOld ? 1 : 0 }),
    onSuccess: () => queries.invalidateQueries({ queryKey: changes }),
  });

  return (
    <Paper withBorder p="md" component="section" aria-label="Signature">
      <Title order={2} mb={4}>
        Signature
      </Title>
      <Stack gap="sm">
        <Text size="sm" className="quiet">
          With a secret, calls are signed according to Standard Webhooks, which has libraries for many languages.
        </Text>
        <Checkbox
          label="Also sign with the previous secret"
          description="Until the receiver has the new one; then create another without this."
          checked={keepsOld}
          onChange={({ currentTarget }) => setKeepsOld(currentTarget.checked)}
        />
        <Button
          variant="default"
          leftSection={<KeyRound size={15} />}
          loading={rotate.isPending}
          onClick={() => rotate.mutate()}
        >
          Create a new secret
        </Button>
        {rotate.error && <Failed error={rotate.error} />}
        {rotate.data && (
          <Alert color="yellow" variant="light" title="Shown only once" role="status">
            <Copyable text={rotate.data.secret} label="Signing secret" />
            {rotate.data.kept_old && (
              <Text size="xs" mt={4}>
                Calls carry a second signature with the previous secret.
              </Text>
            )}
          </Alert>
        )}
        <Code block fz={11}>
          {VERIFY}
        </Code>
      </Stack>
    </Paper>
  );
}
