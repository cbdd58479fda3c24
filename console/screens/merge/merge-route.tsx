import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { routeQuery, routeSchemaQuery, rulesQuery } from "../../api/routes.ts";
import { EMPTY, SampleSelect } from "../../parts/preview/sample-select.tsx";
import { MergeNow } from "./merge-now.tsx";
import { NO_DATA } from "./no-data.ts";

const route = getRouteApi("/inside/routes/$id/merge");

/** A real merge of the data route. It begins empty; the example is made from the fields of its documents. */
export function MergeRoute() {
  const { id } = route.useParams();
  const one = useQuery(routeQuery(id));
  const rules = useQuery(rulesQuery(id));
  const schema = useQuery(routeSchemaQuery(id));
  const [chosen, setChosen] = useState(EMPTY);
  const example = schema.data && (schema.data.examples?.[0] ?? NO_DATA);

  return (
    <MergeNow
      key={id}
      owner={{ kind: "routes", id }}
      schema={schema.data}
      start={chosen === EMPTY ? schema.data && NO_DATA : example}
      failure={schema.error}
      isTest={one.data?.active === "0"}
      choice={(forget) => (
        <SampleSelect
          label="Data to start with"
          samples={[]}
          value={chosen}
          hasEmpty
          onChange={(next) => {
            forget();
            setChosen(next);
          }}
        />
      )}
      missing={
        rules.data?.rules.length === 0
          ? "There are no rules yet, so the route produces nothing. Add one under Rules."
          : undefined
      }
    />
  );
}
