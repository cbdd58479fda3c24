import { Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { routeQuery } from "../../api/routes.ts";
import type { Right } from "../../app/is-allowed.ts";
import { useMay } from "../../app/rights.ts";
import { Busy } from "../../parts/busy.tsx";
import { TextLink } from "../../parts/link.tsx";
import { ResourceFailed, ResourcePage, resourceName } from "../../parts/resource-page.tsx";
import type { TabLink } from "../../parts/tab-links.tsx";

const route = getRouteApi("/inside/routes/$id");

const TABS = [
  { to: "/routes/$id", label: "Rules", needs: "document:read" },
  { to: "/routes/$id/settings", label: "Settings", needs: "document:write" },
  { to: "/routes/$id/deliveries", label: "Deliveries", needs: "delivery:write" },
  { to: "/routes/$id/merge", label: "Merge now", needs: "merge" },
  { to: "/routes/$id/list", label: "Merge a list", needs: "merge" },
  { to: "/routes/$id/fill-in", label: "Fill-in page", needs: "document:write" },
  { to: "/routes/$id/integrate", label: "Integrate", needs: "merge" },
] as const satisfies readonly { to: TabLink["to"]; label: string; needs: Right }[];

/** The frame of everything about one data route. */
export function DataRoute() {
  const { id } = route.useParams();
  const one = useQuery(routeQuery(id));
  const may = useMay();
  useDocumentTitle(`${one.data?.name ?? "Data route"} - Docloom`);
  if (one.isPending) return <Busy />;
  if (!one.data)
    return (
      <ResourceFailed error={one.error} onRetry={() => void one.refetch()} title="The data route could not be loaded" />
    );

  const { name, folder } = one.data;

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
      tabs={TABS.filter(({ needs }) => may(needs, folder)).map(({ to, label }) => ({ to, params: { id }, label }))}
    />
  );
}
