import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { filled, part } from './loading';
import { type Answer, call } from './request';
import { FILE_TOOLS } from './tools';

/** What one item becomes. */
export async function act(node: IExecuteFunctions, index: number): Promise<INodeExecutionData[]> {
	const resource = node.getNodeParameter('resource', index) as string;
	const operation = node.getNodeParameter('operation', index) as string;
	if (resource === 'document') return mergeDocument(node, index);
	if (resource === 'route') return mergeRoute(node, index);
	if (resource === 'file') return useTool(node, index, operation);
	return operation === 'get' ? getRun(node, index) : listRuns(node, index);
}

async function mergeDocument(node: IExecuteFunctions, index: number): Promise<INodeExecutionData[]> {
	const id = part(node.getNodeParameter('documentId', index));
	const answer = await call(node, 'POST', `/api/documents/${id}/merge`, {
		qs: { download: 1, ...testOf(node, index) },
		body: dataOf(node, index, 'documentFields'),
		headers: onceFor(node, index),
		isFile: true,
	});
	return [await fileItem(node, index, answer)];
}

async function mergeRoute(node: IExecuteFunctions, index: number): Promise<INodeExecutionData[]> {
	const id = part(node.getNodeParameter('routeId', index));
	const { body, headers } = await call(node, 'POST', `/api/routes/${id}/merge`, {
		qs: { list_files: 1, ...testOf(node, index) },
		body: dataOf(node, index, 'routeFields'),
		headers: onceFor(node, index),
	});
	const { files = [] } = body as { files?: { name: string; url: string }[] };
	const items = [];
	for (const file of files) {
		// the link is one of the service, and needs no credentials
		const bytes = (await node.helpers.httpRequest({ url: file.url, encoding: 'arraybuffer' })) as ArrayBuffer;
		items.push({
			json: { name: file.name, run_id: headers['x-run-id'] },
			binary: { data: await node.helpers.prepareBinaryData(Buffer.from(bytes), file.name) },
			pairedItem: index,
		});
	}
	return items;
}

function testOf(node: IExecuteFunctions, index: number): IDataObject {
	return node.getNodeParameter('test', index, false) ? { test: 1 } : {};
}

/** A node that is tried again does not merge and mail twice. */
function onceFor(node: IExecuteFunctions, index: number): IDataObject {
	return { 'idempotency-key': `n8n-${node.getExecutionId()}-${node.getNode().id}-${index}` };
}

function dataOf(node: IExecuteFunctions, index: number, boxes: string): IDataObject {
	const from = node.getNodeParameter('dataFrom', index) as string;
	if (from === 'item') return node.getInputData()[index]?.json ?? {};
	if (from === 'fields') return filled(node.getNodeParameter(`${boxes}.value`, index, {}) as IDataObject);
	const json = node.getNodeParameter('json', index) as string | IDataObject;
	if (typeof json !== 'string') return json;
	try {
		return JSON.parse(json) as IDataObject;
	} catch (error) {
		throw new NodeOperationError(node.getNode(), `The data are not JSON: ${(error as Error).message}`, { itemIndex: index });
	}
}

/** Files of several items go into one call of `combine`, with the first item; the others have none of their own. */
async function useTool(node: IExecuteFunctions, index: number, operation: string): Promise<INodeExecutionData[]> {
	const options: IDataObject = {};
	for (const { name } of FILE_TOOLS.find(({ value }) => value === operation)?.boxes ?? []) {
		const value = node.getNodeParameter(name, index, '') as string;
		if (value !== '') options[name] = value;
	}
	if (operation === 'combine') {
		if (index > 0) return [];
		const files = await Promise.all(node.getInputData().map((_, at) => fileOf(node, at)));
		return [await toolItem(node, index, operation, { ...options, output: 'pdf', files })];
	}
	return [await toolItem(node, index, operation, { ...options, file: await fileOf(node, index) })];
}

async function toolItem(node: IExecuteFunctions, index: number, operation: string, body: IDataObject): Promise<INodeExecutionData> {
	const path = `/api/tools/${operation}`;
	const headers = onceFor(node, index);
	if (operation !== 'pdf_info') return fileItem(node, index, await call(node, 'POST', path, { body, headers, isFile: true }));
	const answer = await call(node, 'POST', path, { body, headers });
	return { json: answer.body as IDataObject, pairedItem: index };
}

async function fileOf(node: IExecuteFunctions, index: number): Promise<IDataObject> {
	const field = node.getNodeParameter('binaryField', index) as string;
	const { fileName = 'file' } = node.helpers.assertBinaryData(index, field);
	const bytes = await node.helpers.getBinaryDataBuffer(index, field);
	return { name: fileName, contents: bytes.toString('base64') };
}

async function fileItem(node: IExecuteFunctions, index: number, { body, headers }: Answer): Promise<INodeExecutionData> {
	const name = nameIn(headers['content-disposition'] ?? '');
	const [mediaType] = (headers['content-type'] ?? '').split(';');
	return {
		json: { name, run_id: headers['x-run-id'] ?? '' },
		binary: { data: await node.helpers.prepareBinaryData(Buffer.from(body as ArrayBuffer), name, mediaType) },
		pairedItem: index,
	};
}

/** The name in a Content-Disposition (RFC 6266): `filename*` is the exact one. */
function nameIn(header: string): string {
	const [, exact] = /filename\*=UTF-8''([^;]+)/i.exec(header) ?? [];
	return exact ? decodeURIComponent(exact) : (/filename="([^"]*)"/i.exec(header)?.[1] ?? 'file');
}

async function getRun(node: IExecuteFunctions, index: number): Promise<INodeExecutionData[]> {
	const { body } = await call(node, 'GET', `/api/runs/${part(node.getNodeParameter('runId', index))}`);
	return [{ json: body as IDataObject, pairedItem: index }];
}

async function listRuns(node: IExecuteFunctions, index: number): Promise<INodeExecutionData[]> {
	const status = node.getNodeParameter('status', index) as string;
	const limit = node.getNodeParameter('limit', index) as number;
	const { body } = await call(node, 'GET', '/api/runs', { qs: { limit, ...(status ? { status } : {}) } });
	return (body as IDataObject[]).map((json) => ({ json, pairedItem: index }));
}
