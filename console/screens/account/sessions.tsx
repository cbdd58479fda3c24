import { Badge, Button, Table, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getJson, sendJson } from "../../api/client.ts";
import type { Session } from "../../app/session.ts";
import { Busy } from "../../parts/busy.tsx";
import { Failed } from "../../parts/failed.tsx";
import { notifyFailed } from "../../parts/notify.ts";
import { When } from "../../parts/when.tsx";

/** Browsers that are signed in; each can be signed out from here. */
export function Sessions() {
  const queries = useQueryClient();
  const sessions = useQuery({ queryKey: ["sessions"], queryFn: () => getJson<Session[]>("/api/sessions") });
  const end = useMutation({
    mutationFn: (id: string) => sendJson("DELETE", `/api/sessions/${encodeURIComponent(id)}`),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["sessions"] }),
    onError: (error) => notifyFailed("It could not be signed out", error),
  });
  if (sessions.isPending) return <Busy />;
  if (sessions.error)
    return (
      <Failed error={sessions.error} onRetry={() => void sessions.refetch()} title="The sessions could not be read" />
    );

  return (
    <>
      <Text size="sm" className="quiet" mb="md">
        A session lasts twelve hours.
      </Text>
      <Table.ScrollContainer minWidth={520} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Browser</Table.Th>
              <Table.Th>With the key</Table.Th>
              <Table.Th>Since</Table.Th>
              <Table.Th>
                <span className="visually-hidden">Sign out</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sessions.data.map(({ id, user_agent, key_name, key_id, created_at, current }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <Text size="sm" lineClamp={1} title={user_agent}>
                    {user_agent || "unknown"}
                  </Text>
                </Table.Td>
                <Table.Td>{key_name || key_id || "a link"}</Table.Td>
                <Table.Td>
                  <When at={created_at} />
                </Table.Td>
                <Table.Td ta="end">
                  {Number(current) === 1 ? (
                    <Badge variant="default" tt="none">
                      this one
                    </Badge>
                  ) : (
                    <Button size="compact-sm" variant="default" onClick={() => end.mutate(id)}>
                      Sign out
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}
