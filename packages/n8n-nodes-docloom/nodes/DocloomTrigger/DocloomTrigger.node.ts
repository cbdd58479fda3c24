import type {
	IDataObject,
	IHookFunctions,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
	JsonObject,
} from 'n8n-workflow';
import { NodeApiError, NodeConnectionTypes } from 'n8n-workflow';
import { getDocuments, getRoutes, part } from '../Docloom/loading';
import { call } from '../Docloom/request';
import { PROPERTIES } from './properties';
import { isSigned } from './signature';

/** What the node keeps of its hook. */
interface Kept {
	hookId?: string;
	secret?: string;
}

/** A hook as the service shows it. */
interface Hook {
	event: string;
	target_url: string;
	filter: IDataObject;
	active: number;
}

/** Starts a workflow when something has happened: the service calls it by a hook that the node makes and removes. */
export class DocloomTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Docloom Trigger',
		name: 'docloomTrigger',
		icon: 'file:docloom.svg',
		group: ['trigger'],
		version: 1,
		subtitle: '={{$parameter["event"]}}',
		description: 'Starts a workflow when a merge is done or has failed, a form was filled in, or a document was published',
		defaults: { name: 'Docloom Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'docloomApi', required: true }],
		webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
		properties: PROPERTIES,
	};

	methods = { loadOptions: { getDocuments, getRoutes } };

	webhookMethods = {
		default: {
			/** One that was made for something else, or has ended by itself, is removed, and another one made. */
			async checkExists(this: IHookFunctions): Promise<boolean> {
				const { hookId } = keptOf(this);
				if (!hookId) return false;
				const hook = await hookOf(this, hookId);
				const wanted = wantedOf(this);
				const isSame =
					hook?.active === 1 && hook.event === wanted.event && hook.target_url === wanted.target_url && sameFilter(hook.filter, wanted.filter);
				if (!isSame) await removeHook(this);
				return isSame;
			},

			async create(this: IHookFunctions): Promise<boolean> {
				const { body } = await call(this, 'POST', '/api/hooks', { body: { ...wantedOf(this) } });
				const { id, secret } = body as { id: string; secret: string };
				Object.assign(keptOf(this), { hookId: id, secret });
				return true;
			},

			async delete(this: IHookFunctions): Promise<boolean> {
				await removeHook(this);
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const { secret = '' } = this.getWorkflowStaticData('node') as Kept;
		const { rawBody } = this.getRequestObject() as { rawBody?: Buffer };
		if (!rawBody || !secret || !isSigned(rawBody, this.getHeaderData(), secret)) {
			this.getResponseObject().status(401).send('The signature is not that of the hook.').end();
			return { noWebhookResponse: true };
		}
		const { type, timestamp, data } = this.getBodyData();
		return { workflowData: [this.helpers.returnJsonArray({ event: type, happened_at: timestamp, ...(data as IDataObject) })] };
	}
}

const keptOf = (caller: IHookFunctions): Kept => caller.getWorkflowStaticData('node') as Kept;

function wantedOf(caller: IHookFunctions) {
	const { document_id: document, route_id: route, test } = caller.getNodeParameter('filters', {}) as IDataObject;
	const filter: IDataObject = {
		...(document ? { document_id: String(document) } : {}),
		...(route ? { route_id: String(route) } : {}),
		test: test ? 1 : 0,
	};
	return {
		event: caller.getNodeParameter('event') as string,
		target_url: caller.getNodeWebhookUrl('default') as string,
		filter,
	};
}

const sameFilter = (one: IDataObject, other: IDataObject): boolean =>
	['document_id', 'route_id', 'test'].every((name) => one[name] === other[name]);

const hookOf = (caller: IHookFunctions, id: string): Promise<Hook | undefined> =>
	ifThere(caller, async () => (await call(caller, 'GET', `/api/hooks/${part(id)}`)).body as Hook);

async function removeHook(caller: IHookFunctions): Promise<void> {
	const kept = keptOf(caller);
	const { hookId } = kept;
	if (!hookId) return;
	await ifThere(caller, () => call(caller, 'DELETE', `/api/hooks/${part(hookId)}`));
	delete kept.hookId;
	delete kept.secret;
}

/** A hook that somebody has removed at the service already is none. */
async function ifThere<Result>(caller: IHookFunctions, work: () => Promise<Result>): Promise<Result | undefined> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof NodeApiError && error.httpCode === '404') return undefined;
		throw error instanceof NodeApiError ? error : new NodeApiError(caller.getNode(), error as JsonObject);
	}
}
