// The nodes against the service of DOCLOOM_URL, DOCLOOM_KEY and DOCLOOM_SECRET; what n8n itself does is stood in for.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Docloom } from '../dist/nodes/Docloom/Docloom.node.js';
import { DocloomTrigger } from '../dist/nodes/DocloomTrigger/DocloomTrigger.node.js';

const { DOCLOOM_URL: baseUrl, DOCLOOM_KEY: apiKey, DOCLOOM_SECRET: secret } = process.env;
const skip = baseUrl ? false : 'DOCLOOM_URL says no service';

/** As n8n's own request: full answers, bytes where they are asked for, failures with what was answered. */
async function request({ method = 'GET', url, qs = {}, body, headers = {}, encoding, json, returnFullResponse }) {
	const query = new URLSearchParams(qs).toString();
	const response = await fetch(query ? `${url}?${query}` : url, {
		method,
		headers: { ...(json && body ? { 'content-type': 'application/json' } : {}), ...headers },
		body: typeof body === 'object' ? JSON.stringify(body) : body,
	});
	const bytes = await response.arrayBuffer();
	const content = encoding === 'arraybuffer' ? bytes : JSON.parse(Buffer.from(bytes).toString());
	if (!response.ok) throw Object.assign(new Error(`${response.status}`), { response: { status: response.status, data: content } });
	return returnFullResponse ? { body: content, headers: Object.fromEntries(response.headers) } : content;
}

/** What a node sees of n8n. */
function surroundings(parameters, items = [{ json: {} }], more = {}) {
	const authorization = `Basic ${Buffer.from(`${apiKey}:${secret}`).toString('base64')}`;
	return {
		getCredentials: async () => ({ baseUrl, apiKey, secret }),
		getNode: () => ({ id: 'node', name: 'Docloom', type: 'docloom', typeVersion: 1, position: [0, 0], parameters: {} }),
		getExecutionId: () => `${Date.now()}-${Math.random()}`,
		getInputData: () => items,
		continueOnFail: () => false,
		getNodeParameter: (name, index, fallback) => parameters[name] ?? (typeof index === 'number' ? fallback : index),
		helpers: {
			httpRequest: request,
			httpRequestWithAuthentication: (_, options) => request({ ...options, headers: { ...options.headers, authorization } }),
			prepareBinaryData: async (data, fileName, mimeType) => ({ data: data.toString('base64'), fileName, mimeType }),
			getBinaryDataBuffer: async (index, field) => Buffer.from(items[index].binary[field].data, 'base64'),
			assertBinaryData: (index, field) => items[index].binary[field],
			returnJsonArray: (all) => all.map((json) => ({ json })),
		},
		...more,
	};
}

const node = new Docloom();
const execute = (parameters, items, more) => node.execute.call(surroundings(parameters, items, more));
const begins = ({ binary }) => Buffer.from(binary.data.data, 'base64').subarray(0, 4).toString();

let document;
let route;
const api = (method, path, body) => surroundings({}).helpers.httpRequestWithAuthentication('docloomApi', { method, url: `${baseUrl}${path}`, body, json: true });
before(async () => {
	if (skip) return;
	const html = '<h1>Hello {$Name}!</h1>{foreach $Items as $item}<p>{$item.Price}</p>{/foreach}';
	document = await api('POST', '/api/documents', { name: `n8n ${Date.now()}`, type: 'html', output: 'pdf', html });
	route = await api('POST', '/api/routes', { name: `n8n ${Date.now()}`, rules: [{ document_id: document.id }] });
});
after(async () => {
	if (skip) return;
	await api('DELETE', `/api/routes/${route.id}`);
	await api('DELETE', `/api/documents/${document.id}`);
});

test('lists documents and their fields', { skip }, async () => {
	const { loadOptions, resourceMapping } = node.methods;
	const documents = await loadOptions.getDocuments.call(surroundings({}));
	assert.ok(documents.some(({ value }) => value === document.id));
	const { fields } = await resourceMapping.getDocumentFields.call(surroundings({ documentId: document.id }));
	assert.deepEqual(fields.map(({ id, type }) => [id, type]), [['Name', 'string'], ['Items', 'array']]);
});

/** What the trigger sees of n8n; `kept` lasts between the calls. */
function hooking(event, filters, kept, url = 'https://n8n.example.com/webhook/1') {
	return surroundings({ event, filters }, [], { getWorkflowStaticData: () => kept, getNodeWebhookUrl: () => url });
}

test('makes a hook, knows it again, and removes it', { skip }, async () => {
	const { checkExists, create, delete: remove } = new DocloomTrigger().webhookMethods.default;
	const kept = {};
	const filters = { document_id: document.id, test: true };
	const of = (...more) => hooking('run.done', filters, kept, ...more);
	assert.equal(await checkExists.call(of()), false);
	assert.equal(await create.call(of()), true);
	const hook = await api('GET', `/api/hooks/${kept.hookId}`);
	assert.deepEqual([hook.event, hook.target_url, hook.filter], ['run.done', 'https://n8n.example.com/webhook/1', { document_id: document.id, test: 1 }]);
	assert.equal(await checkExists.call(of()), true);

	// for another address: that one goes
	assert.equal(await checkExists.call(of('https://n8n.example.com/webhook/2')), false);
	await assert.rejects(api('GET', `/api/hooks/${hook.id}`), /404/);
	assert.deepEqual(kept, {});

	await create.call(of());
	await api('DELETE', `/api/hooks/${kept.hookId}`);
	assert.equal(await remove.call(of()), true);
	assert.equal(await remove.call(of()), true);
});

test('has a choice for each event of the service', { skip }, async () => {
	const events = await api('GET', '/api/hooks/events');
	const [{ options }] = new DocloomTrigger().description.properties;
	assert.deepEqual(options.map(({ value }) => value).sort(), events.map(({ event }) => event).sort());
});

test('merges fields and whole items', { skip }, async () => {
	const merge = { resource: 'document', operation: 'merge', documentId: document.id };
	const [[byFields]] = await execute({ ...merge, dataFrom: 'fields', 'documentFields.value': { Name: 'Ann', Items: [], Empty: null } });
	assert.equal(begins(byFields), '%PDF');
	assert.match(byFields.json.name, /\.pdf$/);
	const [items] = await execute({ ...merge, dataFrom: 'item' }, [{ json: { Name: 'A' } }, { json: { Name: 'B' } }]);
	assert.deepEqual(items.map(({ pairedItem }) => pairedItem), [0, 1]);
});

test('merges a data route into files', { skip }, async () => {
	const [[file]] = await execute({ resource: 'route', operation: 'merge', routeId: route.id, dataFrom: 'json', json: '{"Name":"Ann"}' });
	assert.equal(begins(file), '%PDF');
});

test('works on files', { skip }, async () => {
	const html = { json: {}, binary: { data: { data: Buffer.from('<p>Hello</p>').toString('base64'), fileName: 'a.html' } } };
	const parameters = { resource: 'file', binaryField: 'data' };
	const [[pdf]] = await execute({ ...parameters, operation: 'convert_to_pdf' }, [html]);
	const [[both, ...none]] = await execute({ ...parameters, operation: 'combine' }, [pdf, pdf]);
	assert.equal(none.length, 0);
	const [[info]] = await execute({ ...parameters, operation: 'pdf_info' }, [both]);
	assert.equal(info.json.pages, 2);
	const [[stamped]] = await execute({ ...parameters, operation: 'stamp_pdf', text: 'DRAFT' }, [pdf]);
	assert.equal(begins(stamped), '%PDF');
});

test('lists runs', { skip }, async () => {
	const [runs] = await execute({ resource: 'run', operation: 'getAll', status: 'done', limit: 1 });
	const [[run]] = await execute({ resource: 'run', operation: 'get', runId: runs[0].json.id });
	assert.equal(run.json.status, 'done');
});

test('tells a refusal in the words of the service', { skip }, async () => {
	const parameters = { resource: 'document', operation: 'merge', documentId: '999999999', dataFrom: 'json', json: '{}' };
	await assert.rejects(execute(parameters), ({ message, description }) => /document does not exist/.test(message) && /document_not_found/.test(description));
	const [[item]] = await execute(parameters, undefined, { continueOnFail: () => true });
	assert.match(item.json.error, /does not exist/);
});
