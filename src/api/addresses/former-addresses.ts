import * as z from "zod";
import { formerAddressResource } from "../../audit/audit-values.ts";
import { recorded } from "../../audit/recorded.ts";
import { Failure } from "../../domain/failure.ts";
import { type Endpoint, endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { DONE } from "../../http/success.ts";
import { numericId, text } from "../../http/wire-values.ts";
import type { FormerAddress } from "../../store/addresses/former-addresses.ts";
import { type DeliveryOwnerKind, DOCUMENT_OWNER, ownerParams, ROUTE_OWNER } from "../deliveries/delivery-owner.ts";

/** More are a mistake: a document comes from one service, perhaps from one before that. */
const MAX_ADDRESSES = 100;

const ADDRESS = /^[^?#]*\/(merge|route)\/(\d{1,10})\/([\w~.-]{1,200})\/?(?:[?#].*)?$/;

/** Where the addresses of a kind are, and what they look like. */
interface AddressOwner {
  owner: DeliveryOwnerKind;
  path: "/api/documents/:id/addresses" | "/api/routes/:id/addresses";
  /** The word in its merge addresses. */
  word: "merge" | "route";
}

const OF_DOCUMENTS: AddressOwner = { owner: DOCUMENT_OWNER, path: "/api/documents/:id/addresses", word: "merge" };
const OF_ROUTES: AddressOwner = { owner: ROUTE_OWNER, path: "/api/routes/:id/addresses", word: "route" };

const addressSchema = z
  .object({
    id: z.string().meta({ description: "Identifier of the entry." }),
    url: z.string().meta({ description: "The address at this service: id and key are those of the other one." }),
    created_at: z.iso.datetime().meta({ description: "When it was taken over." }),
  })
  .meta({ id: "FormerAddress" });

const addressJson = (
  { id, formerId, formerKey, createdAt }: FormerAddress,
  { word }: AddressOwner,
  publicBaseUrl: string,
): z.output<typeof addressSchema> => ({
  id,
  url: `${publicBaseUrl}/${word}/${formerId}/${formerKey}`,
  created_at: createdAt.toISOString(),
});

/** An address of another service, read as id and key. */
const urlSchema = ({ word }: AddressOwner) =>
  text()
    .transform((value, context) => {
      const [, found, id = "", key = ""] = ADDRESS.exec(value.trim()) ?? [];
      const formerId = numericId().safeParse(id);
      if (found === word && formerId.success) return { formerId: formerId.data, formerKey: key };

      context.addIssue({ code: "custom", message: `must be a merge address that ends in /${word}/ID/KEY` });
      return z.NEVER;
    })
    .meta({
      description: `The address as it was there, with any host: \`https://old.example.com/${word}/12345/abc123\`.`,
      examples: [`https://old.example.com/${word}/12345/abc123`],
    });

/** GET <owner>/addresses. */
const listAddresses = (kind: AddressOwner): Endpoint =>
  endpoint({
    method: "get",
    path: kind.path,
    summary: `List former addresses of a ${kind.owner.noun}`,
    description:
      "Merge addresses of another service that lead here, too. Its own address is in `url` of the thing itself.",
    tag: kind.owner.tag,
    auth: "key",
    needs: "document:read",
    params: ownerParams(kind.owner),
    responses: { 200: { description: "In the order in which they were added.", schema: z.array(addressSchema) } },

    async handle({ params, caller, context }) {
      const owner = await kind.owner.find(context, caller, params.id);
      const addresses = await context.store.formerAddresses.list(caller.workspaceId, owner);
      return json(addresses.map((address) => addressJson(address, kind, context.settings.publicBaseUrl)));
    },
  });

/** POST <owner>/addresses: the same address again is the same entry. */
const addAddress = (kind: AddressOwner): Endpoint =>
  endpoint({
    method: "post",
    onRepeat: "same_answer",
    path: kind.path,
    summary: `Take over a former address of a ${kind.owner.noun}`,
    description:
      "Whoever posts to the address of another service goes on with a change of host only: id and key stay. Anyone who knows " +
      "the address may merge, as it was there. An address that leads to something else here is refused.",
    tag: kind.owner.tag,
    auth: "key",
    needs: "document:write",
    params: ownerParams(kind.owner),
    body: z.object({ url: urlSchema(kind) }),
    problems: ["address_taken"],
    responses: { 200: { description: "The address at this service.", schema: addressSchema } },

    async handle({ params, body: { url }, caller: { workspaceId }, caller, context }) {
      const { formerAddresses } = context.store;
      const owner = await kind.owner.find(context, caller, params.id);
      if ((await formerAddresses.count(workspaceId, owner)) >= MAX_ADDRESSES)
        throw new Failure("invalid_request", `A ${kind.owner.noun} has at most ${MAX_ADDRESSES} former addresses.`);
      const { store } = recorded(context, caller, {
        action: "address.added",
        resource: formerAddressResource(owner, url.formerId),
      });
      const added = await store.formerAddresses.add(workspaceId, owner, url, context.now());
      if (!added) throw addressTaken(`/${kind.word}/${url.formerId}/...`);
      return json(addressJson(added, kind, context.settings.publicBaseUrl));
    },
  });

/** DELETE <owner>/addresses/:address. */
const deleteAddress = (kind: AddressOwner): Endpoint =>
  endpoint({
    method: "delete",
    path: `${kind.path}/:address`,
    summary: `Delete a former address of a ${kind.owner.noun}`,
    description: "Whoever posts to it gets 404 from then on. The other addresses stay.",
    tag: kind.owner.tag,
    auth: "key",
    needs: "document:write",
    params: ownerParams(kind.owner).extend({ address: z.string().meta({ description: "Id of the entry." }) }),
    problems: ["not_found"],
    responses: DONE,

    async handle({ params, caller, context }) {
      const owner = await kind.owner.find(context, caller, params.id);
      const present = await context.store.formerAddresses.list(caller.workspaceId, owner);
      const address = present.find(({ id }) => id === params.address);
      const { store } = recorded(context, caller, {
        action: "address.deleted",
        resource: formerAddressResource(owner, address?.formerId ?? 0),
      });
      if (!(address && (await store.formerAddresses.delete(caller.workspaceId, owner, address.id))))
        throw new Failure("not_found", `The ${kind.owner.noun} has no such former address.`);
      return json({ success: "1" });
    },
  });

const addressTaken = (address: string): Failure =>
  new Failure("address_taken", `The address ${address} leads to something else at this service.`, {
    errors: [
      {
        pointer: "/url",
        message: "Delete it there first, or have programs post to the new address of this one.",
      },
    ],
  });

export const ADDRESSES_OF_DOCUMENTS = [
  listAddresses(OF_DOCUMENTS),
  addAddress(OF_DOCUMENTS),
  deleteAddress(OF_DOCUMENTS),
] as const;

export const ADDRESSES_OF_ROUTES = [listAddresses(OF_ROUTES), addAddress(OF_ROUTES), deleteAddress(OF_ROUTES)] as const;
