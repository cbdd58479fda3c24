import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { documentQuery } from "../../api/documents.ts";
import { Busy } from "../../parts/busy.tsx";
import { useRefill } from "../../parts/use-refill.ts";
import { SettingsForm } from "./settings-form.tsx";

const route = getRouteApi("/inside/documents/$id/settings");

/** How the document is merged: what comes out, how it is named, its paper, its language. */
export function Settings() {
  const { id } = route.useParams();
  const { data: document } = useQuery(documentQuery(id));
  const [filled, refill] = useRefill(documentQuery(id).queryKey);

  return document ? <SettingsForm key={`${id} ${filled}`} document={document} onRefill={refill} /> : <Busy />;
}
