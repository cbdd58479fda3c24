// What starts a workflow: calls that are signed with the hook's secret, and no others.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { DocloomTrigger } from '../dist/nodes/DocloomTrigger/DocloomTrigger.node.js';

const KEY = Buffer.alloc(32, 7);
const secret = `whsec_${KEY.toString('base64')}`;
const CALL = { type: 'run.done', timestamp: '2026-11-28T09:30:00.000Z', data: { run_id: 'r', name: 'Invoice', files: [] } };

function signed(body, { key = KEY, age = 0 } = {}) {
	const timestamp = String(Math.floor(Date.now() / 1000) - age);
	const signature = createHmac('sha256', key).update(`msg_1.${timestamp}.${body}`).digest('base64');
	return { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1a,other v1,${signature}` };
}

async function receive(body, headers, kept = { hookId: 'h', secret }) {
	let status = 200;
	const response = { status: (given) => ((status = given), response), send: () => response, end: () => response };
	const { workflowData } = await new DocloomTrigger().webhook.call({
		getWorkflowStaticData: () => kept,
		getRequestObject: () => ({ rawBody: Buffer.from(body) }),
		getResponseObject: () => response,
		getHeaderData: () => headers,
		getBodyData: () => JSON.parse(body),
		helpers: { returnJsonArray: (one) => [{ json: one }] },
	});
	return { status, items: workflowData?.[0].map(({ json }) => json) };
}

test('starts the workflow with what happened', async () => {
	const body = JSON.stringify(CALL);
	const { status, items } = await receive(body, signed(body));
	assert.equal(status, 200);
	assert.deepEqual(items, [{ event: 'run.done', happened_at: CALL.timestamp, run_id: 'r', name: 'Invoice', files: [] }]);
});

test('takes nothing that the service has not signed', async () => {
	const body = JSON.stringify(CALL);
	const right = signed(body);
	const refused = [
		[`${body} `, right],
		[body, signed(body, { key: Buffer.alloc(32, 8) })],
		[body, signed(body, { age: 3600 })],
		[body, { ...right, 'webhook-signature': 'v1,' }],
		[body, {}],
		[body, right, {}],
	];
	for (const [text, headers, kept] of refused) assert.deepEqual(await receive(text, headers, kept), { status: 401, items: undefined });
});
