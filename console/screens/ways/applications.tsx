import { Button, Modal, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { AppWindow } from "lucide-react";
import { useState } from "react";
import { api, type Schemas } from "../../api/client.ts";
import { applicationsQuery } from "../../api/ways.ts";
import { sessionQuery } from "../../app/session.ts";
import { Confirmation } from "../../parts/confirmation.tsx";
import { Empty } from "../../parts/empty.tsx";
import { QueryTable } from "../../parts/query-table.tsx";
import { When } from "../../parts/when.tsx";

/** Applications that the person has let in (OAuth). */
export function Applications() {
  const { data: session } = useQuery(sessionQuery);
  if (session && !session.person)
    return (
      <Text size="sm" className="quiet">
        You are signed in with an API key. Applications act for people.
      </Text>
    );
  return <OwnApplications />;
}

function OwnApplications() {
  const applications = useQuery(applicationsQuery);
  const [removed, setRemoved] = useState<Schemas["Application"]>();

  return (
    <>
      <QueryTable
        label="applications"
        query={applications}
        minWidth={480}
        rowKey={({ id }) => id}
        columns={[
          { title: "Application", cell: ({ name }) => name || "without a name" },
          { title: "At", cell: ({ host }) => host },
          { title: "May", cell: ({ rights }) => rights.join(", ") },
          { title: "Since", cell: ({ created_at }) => <When at={created_at} /> },
          {
            title: "Turn out",
            isTitleHidden: true,
            align: "end",
            cell: (application) => (
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                aria-label={`Turn out ${application.name}`}
                onClick={() => setRemoved(application)}
              >
                Turn out
              </Button>
            ),
          },
        ]}
        empty={
          <Empty
            icon={<AppWindow size={26} />}
            title="No applications"
            text="Those that you let in when they ask appear here: assistants by MCP, Zapier, add-ins."
          />
        }
      />
      <Modal
        opened={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={`Turn "${removed?.name ?? ""}" out?`}
      >
        {removed && (
          <Confirmation
            action="Turn it out"
            send={() =>
              api.DELETE("/api/applications/{application}", { params: { path: { application: removed.id } } })
            }
            done="The application is out."
            changes={[applicationsQuery.queryKey]}
            onClose={() => setRemoved(undefined)}
          >
            <Text size="sm">Its access ends at once. It can ask again.</Text>
          </Confirmation>
        )}
      </Modal>
    </>
  );
}
