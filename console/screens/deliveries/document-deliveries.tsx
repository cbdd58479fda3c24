import { getRouteApi } from "@tanstack/react-router";
import { Deliveries } from "./deliveries.tsx";

const route = getRouteApi("/inside/documents/$id/deliveries");

/** What happens after a merge of the document. */
export function DocumentDeliveries() {
  const { id } = route.useParams();
  const owner = { kind: "documents", id } as const;

  return <Deliveries key={id} owner={owner} search={route.useSearch()} navigate={route.useNavigate()} />;
}
