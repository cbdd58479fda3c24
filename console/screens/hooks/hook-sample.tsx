import { Alert, Button, Code, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api } from "../../api/client.ts";
import { type Hook, hookEventsQuery } from "../../api/hooks.ts";
import { Failed } from "../../parts/failed.tsx";
import { hostOf } from "./hook-words.ts";

/** Calls a hook once with the example of its event, and shows the answer. */
export function HookSample({ hook }: { hook: Hook }) {
  const events = useQuery(hookEventsQuery);
  const sample = events.data?.find(({ event }) => event === hook.event)?.sample;
  const send = useMutation({
    mutationFn: () => dataOf(api.POST("/api/hooks/{hook}/test", { params: { path: { hook: hook.id } } })),
  });

  return (
    <Stack gap="sm">
      <Text size="sm">
        {hostOf(hook.target_url)} is called once with this example, signed as events are. It is not tried again.
      </Text>
      {sample && (
        <Code block fz={11} mah={260} tabIndex={0} aria-label="The example">
          {JSON.stringify(sample, null, 2)}
        </Code>
      )}
      <Button leftSection={<Send size={15} />} loading={send.isPending} onClick={() => send.mutate()} data-autofocus>
        Send it now
      </Button>
      {send.error && <Failed error={send.error} title="The sample was not sent" />}
      {send.data && (
        <Alert
          color={send.data.ok ? "green" : "red"}
          variant="light"
          role="status"
          title={send.data.ok ? "It was taken" : "It was not taken"}
        >
          <Code block fz={11}>
            {send.data.response}
          </Code>
        </Alert>
      )}
    </Stack>
  );
}
