import { Breadcrumbs, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Outlet } from "@tanstack/react-router";
import { routeQuery } from "../../api/routes.ts";
import { Busy } from "../../parts/busy.tsx";
import { Failed } from "../../parts/failed.tsx";
import { TextLink } from "../../parts/link.tsx";
import { TabLinks } from "../../parts/tab-links.tsx";
import classes from "../document/document.module.css";

const route = getRouteApi("/inside/routes/$id");

/** The frame of everything about one data route. */
export function DataRoute() {
  const { id } = route.useParams();
  const one = useQuery(routeQuery(id));
  useDocumentTitle(`${one.data?.name ?? "Data route"} - Docloom`);
  if (one.isPending) return <Busy />;
  if (!one.data)
    return (
      <div className={classes.failed}>
        <Failed error={one.error} onRetry={() => void one.refetch()} title="The data route could not be read" />
      </div>
    );

  return (
    <div className={classes.document}>
      <header className={classes.header}>
        <Breadcrumbs separatorMargin={6} className={classes.path}>
          <TextLink to="/routes" search={{}} size="xs" c="dimmed">
            Data routes
          </TextLink>
        </Breadcrumbs>
        <Title order={1} className={classes.name}>
          {one.data.name}
        </Title>
        <TabLinks
          label={`About ${one.data.name}`}
          tabs={[
            { to: "/routes/$id", params: { id }, label: "Rules" },
            { to: "/routes/$id/settings", params: { id }, label: "Settings" },
            { to: "/routes/$id/deliveries", params: { id }, label: "Deliveries" },
            { to: "/routes/$id/use", params: { id }, label: "Use it" },
          ]}
        >
          <TextLink to="/runs" search={{ route: id }} className={classes.runs}>
            Its runs
          </TextLink>
        </TabLinks>
      </header>
      <Outlet />
    </div>
  );
}
