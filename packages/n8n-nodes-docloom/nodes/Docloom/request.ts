import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IHookFunctions,
	JsonObject,
} from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

export type Caller = IExecuteFunctions | ILoadOptionsFunctions | IHookFunctions;

/** What the service answers; a file comes as bytes. */
export interface Answer {
	body: unknown;
	headers: Record<string, string>;
}

/**
 * A call with the credentials of the node.
 * @throws NodeApiError with the service's sentence
 */
export async function call(
	caller: Caller,
	method: IHttpRequestMethods,
	path: string,
	options: { qs?: IDataObject; body?: IDataObject | IDataObject[]; isFile?: boolean; headers?: IDataObject } = {},
): Promise<Answer> {
	const { baseUrl } = await caller.getCredentials<{ baseUrl: string }>('docloomApi');
	const request: IHttpRequestOptions = {
		method,
		url: `${baseUrl.replace(/\/+$/, '')}${path}`,
		qs: options.qs,
		body: options.body,
		headers: { accept: '*/*', ...options.headers },
		returnFullResponse: true,
		...(options.isFile ? { encoding: 'arraybuffer', json: false } : { json: true }),
	};
	// bytes are asked for, and JSON is sent all the same
	if (options.isFile && options.body) {
		request.body = JSON.stringify(options.body);
		request.headers = { ...request.headers, 'content-type': 'application/json' };
	}
	try {
		return (await caller.helpers.httpRequestWithAuthentication.call(caller, 'docloomApi', request)) as Answer;
	} catch (error) {
		throw new NodeApiError(caller.getNode(), error as JsonObject, said(error));
	}
}

/** The sentence, code and page of a refusal. */
function said(error: unknown): { message?: string; description?: string } {
	const { response } = error as { response?: { data?: unknown; body?: unknown } };
	const raw = response?.data ?? response?.body;
	const problem = problemIn(raw);
	return problem.error ? { message: problem.error, description: [problem.code, problem.type].filter(Boolean).join(': ') } : {};
}

function problemIn(raw: unknown): { error?: string; code?: string; type?: string } {
	if (raw instanceof ArrayBuffer || Buffer.isBuffer(raw)) return problemIn(Buffer.from(raw as ArrayBuffer).toString('utf8'));
	if (typeof raw !== 'string') return (raw ?? {}) as { error?: string };
	try {
		return JSON.parse(raw) as { error?: string };
	} catch {
		// proxies answer with pages of their own, which say nothing to a workflow
		return {};
	}
}
