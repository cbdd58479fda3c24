import { getRouteApi } from "@tanstack/react-router";
import { Deliveries } from "./deliveries.tsx";

const route = getRouteApi("/inside/routes/$id/deliveries");

/** What happens after a merge of the data route. */
export function RouteDeliveries() {
  const { id } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();

  return (
    <Deliveries
      key={id}
      owner={{ kind: "routes", id }}
      {...search}
      onOpen={(next) => void navigate({ search: next })}
    />
  );
}
