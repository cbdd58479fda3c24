import { Button, Group, Modal, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api } from "../../api/client.ts";
import { foldersQuery } from "../../api/documents.ts";
import { type Invitation, invitationsQuery } from "../../api/people.ts";
import { Confirmation } from "../../parts/confirmation.tsx";
import { notifyFailed } from "../../parts/notify.ts";
import { QueryTable } from "../../parts/query-table.tsx";
import { useSingleMutation } from "../../parts/use-single-mutation.ts";
import { When } from "../../parts/when.tsx";
import { folderWords, roleWord } from "./role-words.ts";
import { SentLink } from "./sent-link.tsx";

/** Invitations that nobody has accepted yet. */
export function Invitations({ mayManage }: { mayManage: boolean }) {
  const queries = useQueryClient();
  const invitations = useQuery(invitationsQuery);
  const { data: folders = [] } = useQuery(foldersQuery);
  const [withdrawn, setWithdrawn] = useState<Invitation>();
  const again = useSingleMutation({
    mutationFn: ({ id }: Invitation) =>
      dataOf(api.POST("/api/invitations/{invitation}/again", { params: { path: { invitation: id } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
    onError: (error) => notifyFailed("It was not sent again", error),
  });
  const nameOf = (id: string) => folders.find((folder) => folder.id === id)?.name ?? id;

  return (
    <>
      <QueryTable
        label="invitations"
        query={invitations}
        minWidth={520}
        rowKey={({ id }) => id}
        columns={[
          { title: "Invited", cell: ({ email }) => email },
          {
            title: "As",
            cell: ({ role, folders: places }) => (
              <>
                {roleWord(role)}
                {places.length > 0 && (
                  <Text size="xs" className="quiet">
                    {folderWords(places.map((place) => ({ name: nameOf(place.id), role: place.role })))}
                  </Text>
                )}
              </>
            ),
          },
          {
            title: "Link works",
            cell: ({ expires_at }) =>
              new Date(expires_at) > new Date() ? (
                <>
                  until <When at={expires_at} />
                </>
              ) : (
                "no longer"
              ),
          },
          {
            title: "Actions",
            isTitleHidden: true,
            align: "end",
            cell: (invitation) =>
              mayManage && (
                <Group gap={4} wrap="nowrap" justify="flex-end">
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Send again to ${invitation.email}`}
                    onClick={() => again.mutate(invitation)}
                  >
                    Send again
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="red"
                    aria-label={`Withdraw ${invitation.email}`}
                    onClick={() => setWithdrawn(invitation)}
                  >
                    Withdraw
                  </Button>
                </Group>
              ),
          },
        ]}
        empty={
          <Text size="sm" className="quiet">
            Nobody is invited at the moment.
          </Text>
        }
      />
      <Modal opened={again.data !== undefined} onClose={again.reset} title="Sent again">
        {again.data && <SentLink sent={again.data} onClose={again.reset} />}
      </Modal>
      <Modal
        opened={withdrawn !== undefined}
        onClose={() => setWithdrawn(undefined)}
        title={`Withdraw the invitation of ${withdrawn?.email ?? ""}?`}
      >
        {withdrawn && (
          <Confirmation
            action="Withdraw it"
            send={() => api.DELETE("/api/invitations/{invitation}", { params: { path: { invitation: withdrawn.id } } })}
            done="The invitation is withdrawn."
            changes={[invitationsQuery.queryKey]}
            onClose={() => setWithdrawn(undefined)}
          >
            <Text size="sm">Its link stops working at once.</Text>
          </Confirmation>
        )}
      </Modal>
    </>
  );
}
