import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { getJson } from "../../api/client.ts";
import type { DataSchema } from "../../api/documents.ts";
import { routeQuery } from "../../api/routes.ts";
import { Busy } from "../../parts/busy.tsx";
import { UseIt } from "./use-it.tsx";

const route = getRouteApi("/inside/routes/$id/use");

/** How other programs merge the data route. */
export function RouteUseIt() {
  const { id } = route.useParams();
  const { way } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: one } = useQuery(routeQuery(id));
  const { data: schema } = useQuery({
    queryKey: ["routes", id, "schema"],
    queryFn: () => getJson<DataSchema>(`/api/routes/${encodeURIComponent(id)}/fields`, { format: "json_schema" }),
  });
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
