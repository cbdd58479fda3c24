import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { routeQuery, routeSchemaQuery } from "../../api/routes.ts";
import { Busy } from "../../parts/busy.tsx";
import { Integrate } from "./integrate.tsx";

const route = getRouteApi("/inside/routes/$id/integrate");

/** How other programs merge the data route. */
export function RouteIntegrate() {
  const { id } = route.useParams();
  const { way } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: one } = useQuery(routeQuery(id));
  const { data: schema } = useQuery(routeSchemaQuery(id));
  if (!one) return <Busy />;

  return (
    <Integrate
      kind="routes"
      one={one}
      sample={schema?.examples?.[0]}
      way={way}
      onWay={(next) => void navigate({ search: { way: next }, replace: true })}
    />
  );
}
