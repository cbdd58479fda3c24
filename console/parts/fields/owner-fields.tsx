import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import type { DeliveryOwner } from "../../api/deliveries.ts";
import { dataSchemaQuery } from "../../api/documents.ts";
import { routeSchemaQuery } from "../../api/routes.ts";
import { useSampleData } from "../preview/use-sample.ts";
import { OfferedTags } from "./field-context.ts";
import { offeredTags } from "./offered-tags.ts";

/** Boxes in it offer the fields of a document, with what they hold in its first sample, or those of a data route. */
export function OwnerFields({ owner, children }: { owner: DeliveryOwner; children: ReactNode }) {
  return owner.kind === "documents" ? (
    <DocumentFields id={owner.id}>{children}</DocumentFields>
  ) : (
    <RouteFields id={owner.id}>{children}</RouteFields>
  );
}

function DocumentFields({ id, children }: { id: string; children: ReactNode }) {
  const { data: schema } = useQuery(dataSchemaQuery(id));
  const { data } = useSampleData(id, undefined);
  const tags = useMemo(() => offeredTags(schema, data), [schema, data]);

  return <OfferedTags value={tags}>{children}</OfferedTags>;
}

function RouteFields({ id, children }: { id: string; children: ReactNode }) {
  const { data: schema } = useQuery(routeSchemaQuery(id));
  const tags = useMemo(() => offeredTags(schema, schema?.examples?.[0]), [schema]);

  return <OfferedTags value={tags}>{children}</OfferedTags>;
}
