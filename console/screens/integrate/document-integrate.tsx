import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { dataSchemaQuery, documentQuery } from "../../api/documents.ts";
import { Busy } from "../../parts/busy.tsx";
import { Integrate } from "./integrate.tsx";

const route = getRouteApi("/inside/documents/$id/integrate");

/** How other programs merge the document. */
export function DocumentIntegrate() {
  const { id } = route.useParams();
  const { way } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: document } = useQuery(documentQuery(id));
  const { data: schema } = useQuery(dataSchemaQuery(id));
  if (!document) return <Busy />;

  return (
    <Integrate
      kind="documents"
      one={document}
      sample={schema?.examples?.[0]}
      way={way}
      onWay={(next) => void navigate({ search: { way: next }, replace: true })}
    />
  );
}
