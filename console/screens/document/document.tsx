import { Anchor, Group, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { documentQuery } from "../../api/documents.ts";
import { Busy } from "../../parts/busy.tsx";
import { TextLink } from "../../parts/link.tsx";
import { ResourceFailed, ResourcePage, resourceName } from "../../parts/resource-page.tsx";
import { TypeBadge } from "../../parts/type-badge.tsx";
import { DocumentMenu } from "../documents/document-menu.tsx";

const route = getRouteApi("/inside/documents/$id");

/** The frame of everything about one document: its name and the tabs. */
export function Document() {
  const { id } = route.useParams();
  const document = useQuery(documentQuery(id));
  useDocumentTitle(`${document.data?.name ?? "Document"} - Docloom`);

  if (document.isPending) return <Busy />;
  if (!document.data)
    return (
      <ResourceFailed
        error={document.error}
        onRetry={() => void document.refetch()}
        title="The document could not be loaded"
      >
        <TextLink to="/documents" search={{}} mt="md" display="inline-block">
          All documents
        </TextLink>
      </ResourceFailed>
    );
  const { name, folder, type, active } = document.data;

  return (
    <ResourcePage
      name={name}
      runs={{ document: id }}
      path={[
        <TextLink key="all" to="/documents" search={{}} size="xs" c="dimmed">
          Documents
        </TextLink>,
        folder && (
          <TextLink key="folder" to="/documents" search={{ folder }} size="xs" c="dimmed">
            {folder}
          </TextLink>
        ),
      ]}
      heading={
        <Group gap="sm" wrap="nowrap">
          <TypeBadge type={type} />
          <Title order={1} className={resourceName} title={name}>
            {name}
          </Title>
          <DocumentMenu document={document.data} />
          {active === "0" && (
            <Text size="xs" className="quiet">
              Test mode: every merge is a test.{" "}
              <Anchor component="span" size="xs" inherit>
                <TextLink to="/documents/$id/settings" params={{ id }} size="xs">
                  Change
                </TextLink>
              </Anchor>
            </Text>
          )}
        </Group>
      }
      tabs={[
        { to: "/documents/$id", params: { id }, label: "Template" },
        { to: "/documents/$id/data", params: { id }, label: "Sample data" },
        { to: "/documents/$id/settings", params: { id }, label: "Settings" },
        { to: "/documents/$id/deliveries", params: { id }, label: "Deliveries" },
        { to: "/documents/$id/versions", params: { id }, label: "Versions" },
        { to: "/documents/$id/merge", params: { id }, label: "Merge now" },
        { to: "/documents/$id/list", params: { id }, label: "Merge a list" },
        { to: "/documents/$id/integrate", params: { id }, label: "Integrate" },
      ]}
    />
  );
}
