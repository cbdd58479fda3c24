import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { routeQuery, routeSchemaQuery } from "../../api/routes.ts";
import { Busy } from "../../parts/busy.tsx";
import { UseIt } from "./use-it.tsx";

const route = getRouteApi("/inside/routes/$id/use");

/** How other programs merge the data route. */
export function RouteUseIt() {
  const { id } = route.useParams();
  const { way } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: one } = useQuery(routeQuery(id));
  const { data: schema } = useQuery(routeSchemaQuery(id));
  if (!one) return <Busy />;

  return (
    <UseIt
      kind="routes"
      one={one}
      sample={schema?.examples?.[0]}
      way={way}
      onWay={(next) => void navigate({ search: { way: next }, replace: true })}
    />
  );
}
