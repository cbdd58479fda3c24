import { Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { routeQuery } from "../../api/routes.ts";
import { Busy } from "../../parts/busy.tsx";
import { TextLink } from "../../parts/link.tsx";
import { ResourceFailed, ResourcePage, resourceName } from "../../parts/resource-page.tsx";

const route = getRouteApi("/inside/routes/$id");

/** The frame of everything about one data route. */
export function DataRoute() {
  const { id } = route.useParams();
  const one = useQuery(routeQuery(id));
  useDocumentTitle(`${one.data?.name ?? "Data route"} - Docloom`);
  if (one.isPending) return <Busy />;
  if (!one.data)
    return (
      <ResourceFailed error={one.error} onRetry={() => void one.refetch()} title="The data route could not be loaded" />
    );

  const { name } = one.data;

  return (
    <ResourcePage
      name={name}
      runs={{ route: id }}
      path={[
        <TextLink key="all" to="/routes" search={{}} size="xs" c="dimmed">
          Data routes
        </TextLink>,
      ]}
      heading={
        <Title order={1} className={resourceName}>
          {name}
        </Title>
      }
      tabs={[
        { to: "/routes/$id", params: { id }, label: "Rules" },
        { to: "/routes/$id/settings", params: { id }, label: "Settings" },
        { to: "/routes/$id/deliveries", params: { id }, label: "Deliveries" },
        { to: "/routes/$id/merge", params: { id }, label: "Merge now" },
        { to: "/routes/$id/list", params: { id }, label: "Merge a list" },
        { to: "/routes/$id/integrate", params: { id }, label: "Integrate" },
      ]}
    />
  );
}
