import { dataOf } from "../answers.ts";
import type { Api, BodyOf, QueryOf } from "../api.ts";
import type { DeliveryChanges, NewDelivery } from "./documents.ts";
import { fillInCalls } from "./fill-in.ts";

const ONE = "/api/routes/{id}";

export type NewRoute = BodyOf<"/api/routes", "post">;
export type RouteChanges = NonNullable<BodyOf<typeof ONE, "put">>;

/** Data routes merge one post of data into several documents. */
export function routesResource(api: Api) {
  const at = (id: string) => ({ params: { path: { id } } });

  return {
    list: (query: QueryOf<"/api/routes"> = {}) => dataOf(api.GET("/api/routes", { params: { query } })),

    /** With `details` also its settings and rules. */
    get: (id: string, query: QueryOf<typeof ONE> = {}) => dataOf(api.GET(ONE, { params: { path: { id }, query } })),

    create: (body: NewRoute) => dataOf(api.POST("/api/routes", { body })),

    /** Rules with an id change, those without are added, the others stay. */
    update: (id: string, body: RouteChanges) => dataOf(api.PUT(ONE, { ...at(id), body })),

    delete: async (id: string): Promise<void> => {
      await api.DELETE(ONE, at(id));
    },

    rules: (id: string) => dataOf(api.GET("/api/routes/{id}/rules", at(id))),

    /** The route then has these rules and no others; all of them, or none if one is refused. */
    replaceRules: (id: string, rules: BodyOf<"/api/routes/{id}/rules", "put">["rules"]) =>
      dataOf(api.PUT("/api/routes/{id}/rules", { ...at(id), body: { rules } })),

    deleteRule: async (id: string, rule: string): Promise<void> => {
      await api.DELETE("/api/routes/{id}/rules/{rule}", { params: { path: { id, rule } } });
    },

    fields: (id: string, query: QueryOf<"/api/routes/{id}/fields"> = {}) =>
      dataOf(api.GET("/api/routes/{id}/fields", { params: { path: { id }, query } })),

    ...fillInCalls(api, "routes"),

    /** Merge addresses that it had at another service, under which it is merged here, too. */
    formerAddresses: (id: string) => dataOf(api.GET("/api/routes/{id}/addresses", at(id))),

    /** Takes an address of another service over: only its host changes. `address_taken` if it leads to something else here. */
    addFormerAddress: (id: string, url: string) =>
      dataOf(api.POST("/api/routes/{id}/addresses", { ...at(id), body: { url } })),

    deleteFormerAddress: async (id: string, address: string): Promise<void> => {
      await api.DELETE("/api/routes/{id}/addresses/{address}", { params: { path: { id, address } } });
    },

    deliveries: (id: string) => dataOf(api.GET("/api/routes/{id}/deliveries", at(id))),

    /** The new delivery; the interface returns it in a list. */
    addDelivery: async (id: string, body: NewDelivery) => {
      const [created] = await dataOf(api.POST("/api/routes/{id}/deliveries", { ...at(id), body }));
      if (!created) throw new Error("The service returned no delivery.");
      return created;
    },

    updateDelivery: (id: string, delivery: string, body: DeliveryChanges) =>
      dataOf(api.PUT("/api/routes/{id}/deliveries/{delivery}", { params: { path: { id, delivery } }, body })),

    deleteDelivery: async (id: string, delivery: string): Promise<void> => {
      await api.DELETE("/api/routes/{id}/deliveries/{delivery}", { params: { path: { id, delivery } } });
    },
  };
}
