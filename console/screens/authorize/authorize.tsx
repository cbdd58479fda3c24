import { Alert, Button, Checkbox, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { CLIENT_ID } from "../../addin/session/client-facts.ts";
import { api, type Schemas } from "../../api/client.ts";
import { Busy } from "../../parts/busy.tsx";
import { Failed } from "../../parts/failed.tsx";
import { useSingleMutation } from "../../parts/use-single-mutation.ts";

/** Asks whether an application may act for the person. All that the application says of itself is shown as text. */
export function Authorize() {
  const query = useRef(window.location.search);
  const request = useQuery({
    queryKey: ["application request", query.current],
    queryFn: () => dataOf(api.POST("/api/applications/request", { body: { query: query.current } })),
    retry: false,
  });
  if (request.error) return <Failed error={request.error} title="The application cannot be let in" />;
  if (!request.data) return <Busy />;
  return <Question request={request.data} query={query.current} />;
}

type Right = NonNullable<Schemas["ApplicationRequest"]["rights"]>[number]["name"];

function Question({ request, query }: { request: Schemas["ApplicationRequest"]; query: string }) {
  const [rights, setRights] = useState<Right[]>(
    request.rights.filter(({ asked }) => Number(asked) === 1).map(({ name }) => name),
  );
  const isAddin = new URLSearchParams(query).get("client_id") === CLIENT_ID;
  const decide = useSingleMutation({
    async mutationFn(allow: boolean) {
      const body = { query, allow: allow ? 1 : 0, rights: rights as never } as const;
      const { url } = await dataOf(api.POST("/api/applications", { body }));
      window.location.assign(url);
    },
  });

  return (
    <Paper withBorder p="lg" radius="lg" maw={560} mx="auto" mt="xl">
      <Stack gap="md">
        <Title order={1} size="h3">
          Let “{request.client_name}” act for you?
        </Title>
        {isAddin ? (
          <Text size="sm">
            This is the service's own add-in for Office. The access stays between it and <b>{request.redirect_host}</b>.
          </Text>
        ) : (
          <Text size="sm">
            The application named itself; nobody has verified the name. The access goes to{" "}
            <b>{request.redirect_host}</b>.
          </Text>
        )}
        {Number(request.local) === 1 && !isAddin && (
          <Alert color="yellow" variant="light">
            It goes to a program on your own computer. Allow it only if you have just begun to sign in from there.
          </Alert>
        )}
        <Checkbox.Group label="It may" value={rights} onChange={setRights}>
          <Stack gap="xs" mt="xs">
            {request.rights.map(({ name, description }) => (
              <Checkbox key={name} value={name} label={description} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Text size="xs" className="quiet">
          Never more than you may yourself. You can turn it out at any time under “Ways to sign in”.
        </Text>
        {decide.error && <Failed error={decide.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => decide.mutate(false)}>
            Do not allow
          </Button>
          <Button loading={decide.isPending} disabled={rights.length === 0} onClick={() => decide.mutate(true)}>
            Allow
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
