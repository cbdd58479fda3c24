import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { rulesQuery } from "../../api/routes.ts";
import { Busy } from "../../parts/busy.tsx";
import { Failed } from "../../parts/failed.tsx";
import { useRefill } from "../../parts/use-refill.ts";
import { RulesForm } from "./rules-form.tsx";

const route = getRouteApi("/inside/routes/$id/");

/** Which documents a data route merges, and when. */
export function Rules() {
  const { id } = route.useParams();
  const rules = useQuery(rulesQuery(id));
  const [filled, refill] = useRefill(rulesQuery(id).queryKey);
  if (rules.isPending) return <Busy />;
  if (rules.error)
    return <Failed error={rules.error} onRetry={() => void rules.refetch()} title="The rules could not be loaded" />;

  return <RulesForm key={`${id} ${filled}`} routeId={id} saved={rules.data} onRefill={refill} />;
}
