import { Badge, Button, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { allOf, api } from "../../api/client.ts";
import { notifyFailed } from "../../parts/notify.ts";
import { QueryTable } from "../../parts/query-table.tsx";
import { When } from "../../parts/when.tsx";
import { browserName } from "./browser-name.ts";

/** How a session was opened, in words. */
const WAYS: Readonly<Record<string, string>> = {
  key: "by an API key",
  link: "by a link to sign in",
  mail: "by a link in a mail",
  passkey: "by a passkey",
  access: "by Cloudflare Access",
  oidc: "by the company's account",
  invitation: "by an invitation",
};

/** Issuers of the workspace stand behind a colon. */
const waySentence = (way: string): string => WAYS[way.split(":")[0] ?? ""] ?? "";

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
          {
            title: "Who",
            cell: ({ person, key_name, key_id, way }) => (
              <>
                {person || key_name || key_id || "sign-in link"}
                <Text size="xs" className="quiet">
                  {waySentence(way)}
                </Text>
              </>
            ),
          },
          { title: "Last used", cell: ({ last_used_at }) => <When at={last_used_at} /> },
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
