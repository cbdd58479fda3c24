import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { routeQuery, routeSchemaQuery, rulesQuery } from "../../api/routes.ts";
import { MergeNow } from "./merge-now.tsx";

const route = getRouteApi("/inside/routes/$id/merge");

/** A real merge of the data route, which starts from the example made from its fields. */
export function MergeRoute() {
  const { id } = route.useParams();
  const one = useQuery(routeQuery(id));
  const rules = useQuery(rulesQuery(id));
  const schema = useQuery(routeSchemaQuery(id));

  return (
    <MergeNow
      key={id}
      owner={{ kind: "routes", id }}
      schema={schema.data}
      start={schema.data && (schema.data.examples?.[0] ?? {})}
      failure={schema.error}
      isTest={one.data?.active === "0"}
      missing={
        rules.data?.length === 0
          ? "There are no rules yet, so the route produces nothing. Add one under Rules."
          : undefined
      }
    />
  );
}
