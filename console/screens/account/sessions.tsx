import { Badge, Button, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { allOf, api } from "../../api/client.ts";
import { notifyFailed } from "../../parts/notify.ts";
import { QueryTable } from "../../parts/query-table.tsx";
import { When } from "../../parts/when.tsx";
import { browserName } from "./browser-name.ts";

/** Browsers that are signed in; each can be signed out from here. */
export function Sessions() {
  const queries = useQueryClient();
  const sessions = useQuery({
    queryKey: ["sessions"],
    queryFn: () => allOf((cursor) => api.GET("/api/sessions", { params: { query: { cursor } } })),
  });
  const end = useMutation({
    mutationFn: (session: string) => api.DELETE("/api/sessions/{session}", { params: { path: { session } } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["sessions"] }),
    onError: (error) => notifyFailed("Could not sign out", error),
  });

  return (
    <>
      <Text size="sm" className="quiet" mb="md">
        A session lasts twelve hours.
      </Text>
      <QueryTable
        label="sessions"
        query={sessions}
        minWidth={520}
        rowKey={({ id }) => id}
        columns={[
          {
            title: "Browser",
            cell: ({ user_agent }) => (
              <Text size="sm" lineClamp={1} title={user_agent}>
                {browserName(user_agent)}
              </Text>
            ),
          },
          { title: "API key", cell: ({ key_name, key_id }) => key_name || key_id || "sign-in link" },
          { title: "Since", cell: ({ created_at }) => <When at={created_at} /> },
          {
            title: "Sign out",
            isTitleHidden: true,
            align: "end",
            cell: ({ id, current }) =>
              Number(current) === 1 ? (
                <Badge variant="default" tt="none">
                  this browser
                </Badge>
              ) : (
                <Button size="compact-sm" variant="default" onClick={() => end.mutate(id)}>
                  Sign out
                </Button>
              ),
          },
        ]}
      />
    </>
  );
}
