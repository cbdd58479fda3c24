import { Anchor, Group, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { documentQuery } from "../../api/documents.ts";
import type { Right } from "../../app/is-allowed.ts";
import { useMay } from "../../app/rights.ts";
import { Busy } from "../../parts/busy.tsx";
import { TextLink } from "../../parts/link.tsx";
import { ResourceFailed, ResourcePage, resourceName } from "../../parts/resource-page.tsx";
import type { TabLink } from "../../parts/tab-links.tsx";
import { TypeBadge } from "../../parts/type-badge.tsx";
import { DocumentMenu } from "../documents/document-menu.tsx";

const route = getRouteApi("/inside/documents/$id");

const TABS = [
  { to: "/documents/$id", label: "Template", needs: "document:read" },
  { to: "/documents/$id/data", label: "Sample data", needs: "run:data" },
  { to: "/documents/$id/settings", label: "Settings", needs: "document:write" },
  { to: "/documents/$id/deliveries", label: "Deliveries", needs: "delivery:write" },
  { to: "/documents/$id/versions", label: "Versions", needs: "document:read" },
  { to: "/documents/$id/merge", label: "Merge now", needs: "merge" },
  { to: "/documents/$id/list", label: "Merge a list", needs: "merge" },
  { to: "/documents/$id/fill-in", label: "Fill-in page", needs: "document:write" },
  { to: "/documents/$id/integrate", label: "Integrate", needs: "merge" },
] as const satisfies readonly { to: TabLink["to"]; label: string; needs: Right }[];

/** The frame of everything about one document: its name and the tabs. */
export function Document() {
  const { id } = route.useParams();
  const document = useQuery(documentQuery(id));
  const may = useMay();
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
  const mayHere = (right: Right) => may(right, folder);

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
              {mayHere("document:write") && (
                <Anchor component="span" size="xs" inherit>
                  <TextLink to="/documents/$id/settings" params={{ id }} size="xs">
                    Change
                  </TextLink>
                </Anchor>
              )}
            </Text>
          )}
        </Group>
      }
      tabs={TABS.filter(({ needs }) => mayHere(needs)).map(({ to, label }) => ({ to, params: { id }, label }))}
    />
  );
}
