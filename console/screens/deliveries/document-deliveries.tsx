import { getRouteApi } from "@tanstack/react-router";
import { Deliveries } from "./deliveries.tsx";

const route = getRouteApi("/inside/documents/$id/deliveries");

/** What happens after a merge of the document. */
export function DocumentDeliveries() {
  const { id } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();

  return (
    <Deliveries
      key={id}
      owner={{ kind: "documents", id }}
      {...search}
      onOpen={(next) => void navigate({ search: next })}
    />
  );
}
