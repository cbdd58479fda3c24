import type { Docloom } from "../client/docloom.ts";
import { DocloomError } from "../client/errors.ts";
import { readServiceSamples, type Samples } from "../project/samples.ts";
import { listAllDocuments, readServiceDocument, type ServiceDocument } from "../project/service-documents.ts";

/** What services show in place of a secret. */
const MASK = "********";

/** A delivery as a service shows it, without its secrets and what stands in their place. */
export function withoutMasks<Shown extends { settings: Record<string, unknown> }>(delivery: Shown): Shown {
  const kept = (members: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(members).filter(([, value]) => value !== MASK));
  const settings = kept(delivery.settings);
  const { headers } = settings;
  if (typeof headers !== "object" || headers === null) return { ...delivery, settings };
  const open = kept({ ...headers });
  const { headers: _, ...others } = settings;
  return { ...delivery, settings: Object.keys(open).length > 0 ? { ...others, headers: open } : others };
}

/** A delivery as a service shows it: without secrets. */
export interface SourceDelivery {
  id: string;
  type: string;
  name?: string;
  active?: string;
  settings: Record<string, unknown>;
  /** Names of header lines whose values the service does not show. */
  hiddenHeaders?: string[];
}

/** The same with what is known about what it does not show. */
function sourceDelivery(delivery: SourceDelivery): SourceDelivery {
  const { headers } = delivery.settings;
  const lines = typeof headers === "object" && headers !== null ? Object.entries(headers) : [];
  const hiddenHeaders = lines.filter(([, value]) => value === MASK).map(([name]) => name);
  return { ...withoutMasks(delivery), ...(hiddenHeaders.length > 0 ? { hiddenHeaders } : {}) };
}

export interface SourceDocument extends ServiceDocument {
  samples: Samples;
  deliveries: SourceDelivery[];
}

interface SourceRule {
  id: string;
  document_id?: string;
  file?: string;
  [member: string]: unknown;
}

export interface SourceRoute {
  id: string;
  name: string;
  url: string;
  /** Members that older services do not show. */
  output_name?: string;
  folder?: string;
  active?: string;
  retention_days?: string;
  /** Whether the service showed the members above. */
  isWhole: boolean;
  rules: SourceRule[];
  deliveries: SourceDelivery[];
}

/** What is read from a service; nothing is changed there. */
export interface ImportSource {
  documents: { id: string; name: string }[];
  routes: { id: string; name: string }[];
  /** Paths of all folders; empty if the service does not list them. */
  folders: string[];
  document(id: string): Promise<SourceDocument>;
  route(id: string): Promise<SourceRoute>;
}

export async function openSource(docloom: Docloom): Promise<ImportSource> {
  const [documents, routes, folders] = await Promise.all([
    listAllDocuments(docloom),
    listAllRoutes(docloom),
    docloom.account.folders().catch(absent([])),
  ]);

  return {
    documents: documents.toSorted(byId),
    routes: routes.toSorted(byId),
    folders: folders.map(({ name }) => name),
    document: async (id) => {
      const [document, deliveries] = await Promise.all([
        readServiceDocument(docloom, id),
        docloom.documents.deliveries(id),
      ]);
      return {
        ...document,
        deliveries: deliveries.map(sourceDelivery),
        samples: (await readServiceSamples(docloom, id)) ?? new Map(),
      };
    },
    route: async (id) => {
      const [route, rules, deliveries] = await Promise.all([
        routeDetails(docloom, id),
        docloom.routes.rules(id),
        docloom.routes.deliveries(id),
      ]);
      const { name, url, output_name, folder, active, retention_days } = route;
      return {
        id,
        name,
        url,
        output_name,
        folder,
        active,
        retention_days,
        isWhole: active !== undefined,
        rules,
        deliveries: deliveries.map(sourceDelivery),
      };
    },
  };
}

/** The interface shows id, key, name and url; services that know `details` show everything. */
async function routeDetails(
  docloom: Docloom,
  id: string,
): Promise<Omit<SourceRoute, "isWhole" | "rules" | "deliveries">> {
  return docloom.routes.get(id, { details: 1 });
}

async function listAllRoutes(docloom: Docloom) {
  const all: { id: string; name: string }[] = [];
  for (let path: string | undefined = ""; path !== undefined; ) {
    const query: Record<string, string> = Object.fromEntries(new URLSearchParams(path));
    const { data, response } = await docloom.api.GET("/api/routes", { params: { query } });
    all.push(...(data ?? []));
    path = /<[^>]*\?([^>]*)>;\s*rel="?next/.exec(response.headers.get("link") ?? "")?.[1];
  }
  return all;
}

/** For members that not every service of the interface has. */
function absent<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof DocloomError && (error.status === 404 || error.status === 405)) return value;
    throw error;
  };
}

const byId = (one: { id: string }, other: { id: string }): number => Number(one.id) - Number(other.id);
