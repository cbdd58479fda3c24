import { getRouteApi } from "@tanstack/react-router";
import { Deliveries } from "./deliveries.tsx";

const route = getRouteApi("/inside/routes/$id/deliveries");

/** What happens after a merge of the data route. */
export function RouteDeliveries() {
  const { id } = route.useParams();
  const owner = { kind: "routes", id } as const;

  return <Deliveries key={id} owner={owner} search={route.useSearch()} navigate={route.useNavigate()} />;
}
