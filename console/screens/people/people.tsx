import { Alert, Badge, Button, Menu, Modal, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { LogOut, Pencil, UserMinus, UserPlus, UserRound, Users } from "lucide-react";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { type Person, peopleQuery } from "../../api/people.ts";
import { waysQuery } from "../../api/sign-in.ts";
import { useMay } from "../../app/rights.ts";
import { Confirmation } from "../../parts/confirmation.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Page } from "../../parts/page.tsx";
import { QueryTable } from "../../parts/query-table.tsx";
import { RowMenu } from "../../parts/row-menu.tsx";
import { When } from "../../parts/when.tsx";
import { ChangePerson } from "./change-person.tsx";
import { FirstOwner } from "./first-owner.tsx";
import { Invitations } from "./invitations.tsx";
import { Invite } from "./invite.tsx";
import { LetGo } from "./let-go.tsx";
import { folderWords, roleWord, waysWords } from "./role-words.ts";

type Asked = "invite" | "owner" | { change: Person } | { letGo: Person } | { leave: Person };

/** Who is in the workspace, what they may, and who is invited. */
export function People() {
  const mayManage = useMay()("people:manage");
  const people = useQuery(peopleQuery);
  const { data: signIn } = useQuery(waysQuery);
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const hasOwner = people.data?.some(({ role }) => role === "owner") ?? true;
  const dialog = typeof asked === "object" ? asked : undefined;

  return (
    <Page
      title="People"
      text="Who is in this workspace, and what they may do."
      wide
      actions={
        mayManage && (
          <Button leftSection={<UserPlus size={16} />} onClick={() => setAsked("invite")}>
            Invite somebody
          </Button>
        )
      }
    >
      {!hasOwner && mayManage && (
        <Alert variant="light" icon={<UserRound size={18} />} title="Nobody owns this workspace yet" mb="md">
          <Text size="sm" mb="xs">
            You are here with a key. Say who you are, once: then the log names you, and you can sign in without the key.
          </Text>
          <Button size="xs" onClick={() => setAsked("owner")}>
            Name the first owner
          </Button>
        </Alert>
      )}
      <QueryTable
        label="people"
        query={people}
        minWidth={620}
        rowKey={({ id }) => id}
        columns={[
          {
            title: "Name",
            cell: ({ name, email, current }) => (
              <>
                {name}{" "}
                {Number(current) === 1 && (
                  <Badge variant="default" tt="none" ml={4}>
                    you
                  </Badge>
                )}
                <Text size="xs" className="quiet">
                  {email}
                </Text>
              </>
            ),
          },
          {
            title: "Role",
            cell: ({ role, folders }) => (
              <>
                {roleWord(role)}
                {folders.length > 0 && (
                  <Text size="xs" className="quiet">
                    {folderWords(folders.map((folder) => ({ name: folder.path, role: folder.role })))}
                  </Text>
                )}
              </>
            ),
          },
          { title: "Signs in by", cell: ({ ways }) => signIn && waysWords(ways, Number(signIn.mail) === 1) },
          {
            title: "Last seen",
            cell: ({ last_seen_at }) => (last_seen_at ? <When at={last_seen_at} /> : "never"),
          },
          {
            title: "Actions",
            isTitleHidden: true,
            align: "end",
            cell: (person) =>
              (mayManage || Number(person.current) === 1) && (
                <RowMenu name={person.name}>
                  {mayManage && (
                    <Menu.Item leftSection={<Pencil size={14} />} onClick={() => setAsked({ change: person })}>
                      Change role and folders
                    </Menu.Item>
                  )}
                  {Number(person.current) === 1 ? (
                    <Menu.Item
                      color="red"
                      leftSection={<LogOut size={14} />}
                      onClick={() => setAsked({ leave: person })}
                    >
                      Leave the workspace
                    </Menu.Item>
                  ) : (
                    <Menu.Item
                      color="red"
                      leftSection={<UserMinus size={14} />}
                      onClick={() => setAsked({ letGo: person })}
                    >
                      Let go
                    </Menu.Item>
                  )}
                </RowMenu>
              ),
          },
        ]}
        empty={
          <Empty
            icon={<Users size={26} />}
            title="No people yet"
            text="Until somebody is named, whoever has a key of all rights may do everything."
          />
        }
      />
      <Title order={2} size="h4" mt="xl" mb="xs">
        Invitations
      </Title>
      <Invitations mayManage={mayManage} />
      <Modal opened={asked === "invite"} onClose={close} title="Invite somebody">
        {asked === "invite" && <Invite onClose={close} />}
      </Modal>
      <Modal opened={asked === "owner"} onClose={close} title="The first owner">
        {asked === "owner" && <FirstOwner onClose={close} />}
      </Modal>
      <Modal opened={dialog !== undefined} onClose={close} title={titleOf(dialog)}>
        {dialog && "change" in dialog && <ChangePerson person={dialog.change} onClose={close} />}
        {dialog && "letGo" in dialog && <LetGo person={dialog.letGo} people={people.data ?? []} onClose={close} />}
        {dialog && "leave" in dialog && (
          <Confirmation
            action="Leave the workspace"
            send={async () => {
              await api.POST("/api/people/leave");
              await navigate({ to: "/sign-out", state: { isAskedFor: true } });
            }}
            done="You have left the workspace."
            changes={[]}
            onClose={close}
          >
            <Text size="sm">You are signed out everywhere, and the API keys that you made are revoked.</Text>
          </Confirmation>
        )}
      </Modal>
    </Page>
  );
}

function titleOf(dialog: Exclude<Asked, string> | undefined): string {
  if (!dialog) return "";
  if ("change" in dialog) return dialog.change.name;
  return "letGo" in dialog ? `Let ${dialog.letGo.name} go?` : "Leave the workspace?";
}
