import { Anchor, Breadcrumbs, Group, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Outlet } from "@tanstack/react-router";
import { documentQuery } from "../../api/documents.ts";
import { Busy } from "../../parts/busy.tsx";
import { Failed } from "../../parts/failed.tsx";
import { TextLink } from "../../parts/link.tsx";
import { TabLinks } from "../../parts/tab-links.tsx";
import { TypeBadge } from "../../parts/type-badge.tsx";
import { DocumentMenu } from "../documents/document-menu.tsx";
import classes from "./document.module.css";

const route = getRouteApi("/inside/documents/$id");

/** The frame of everything about one document: its name and the tabs. */
export function Document() {
  const { id } = route.useParams();
  const document = useQuery(documentQuery(id));
  useDocumentTitle(`${document.data?.name ?? "Document"} - Docloom`);

  if (document.isPending) return <Busy />;
  if (!document.data)
    return (
      <div className={classes.failed}>
        <Failed error={document.error} onRetry={() => void document.refetch()} title="The document could not be read" />
        <TextLink to="/documents" search={{}} mt="md" display="inline-block">
          All documents
        </TextLink>
      </div>
    );
  const { name, folder, type, active } = document.data;

  return (
    <div className={classes.document}>
      <header className={classes.header}>
        <Breadcrumbs separatorMargin={6} className={classes.path}>
          <TextLink to="/documents" search={{}} size="xs" c="dimmed">
            Documents
          </TextLink>
          {folder && (
            <TextLink to="/documents" search={{ folder }} size="xs" c="dimmed">
              {folder}
            </TextLink>
          )}
        </Breadcrumbs>
        <Group gap="sm" wrap="nowrap">
          <TypeBadge type={type} />
          <Title order={1} className={classes.name} title={name}>
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
        <TabLinks
          label={`About ${name}`}
          tabs={[
            { to: "/documents/$id", params: { id }, label: "Template" },
            { to: "/documents/$id/data", params: { id }, label: "Sample data" },
            { to: "/documents/$id/settings", params: { id }, label: "Settings" },
            { to: "/documents/$id/deliveries", params: { id }, label: "Deliveries" },
            { to: "/documents/$id/versions", params: { id }, label: "Versions" },
            { to: "/documents/$id/use", params: { id }, label: "Use it" },
          ]}
        >
          <TextLink to="/runs" search={{ document: id }} className={classes.runs}>
            Its runs
          </TextLink>
        </TabLinks>
      </header>
      <Outlet />
    </div>
  );
}
