// The workflow "trigger, merge, file" in a real n8n, against a running service: a merge of one document calls n8n, which merges another
// one and writes the file. It is no part of `npm test`: n8n is 2.2 GB.
//
//   mkdir /tmp/n8n && cd /tmp/n8n && npm init -y
//   npm install --ignore-scripts --legacy-peer-deps n8n@2.40.7
//   npm_config_nodedir=NODE npm rebuild sqlite3 isolated-vm     # NODE: the folder above bin/node, with include/node
//
// In the project's folder `OUTBOUND_ALLOW_LOOPBACK=1 npm start`, which says address, key and secret; that setting lets it call n8n on the same
// machine. In this folder:
//
//   npm ci --ignore-scripts && npm run build
//   node dev/run-in-n8n.mjs /tmp/n8n http://127.0.0.1:8787 KEY SECRET
//
// It takes Node 24 and one to two minutes. What it makes at the service is deleted at its end. With a folder behind SECRET it also writes the
// pictures of the guide there (../../docs/guide/pictures).
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const [folder, url, key, secret, pictures] = process.argv.slice(2);
if (!secret) {
	console.error('node dev/run-in-n8n.mjs N8N_FOLDER URL KEY SECRET [PICTURES_FOLDER]');
	process.exit(2);
}
const here = path.join(import.meta.dirname, '..');
if (!fs.existsSync(path.join(here, 'dist'))) {
	console.error('The nodes are not built: npm run build');
	process.exit(2);
}

const PORT = 5690;
/** A machine that does other things, too, may take minutes to load n8n. */
const START_S = 600;
const HOOK_S = 180;

const started = Date.now();
const passed = (what) => console.log(`${((Date.now() - started) / 1_000).toFixed(1).padStart(6)} s  ${what}`);

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'docloom-n8n-'));
const out = path.join(home, 'files');
fs.mkdirSync(out);

/** The nodes, as n8n installs a community package. */
function installNodes() {
	const nodes = path.join(home, '.n8n/nodes');
	const installed = path.join(nodes, 'node_modules/n8n-nodes-docloom');
	fs.mkdirSync(installed, { recursive: true });
	fs.cpSync(path.join(here, 'dist'), path.join(installed, 'dist'), { recursive: true });
	fs.copyFileSync(path.join(here, 'package.json'), path.join(installed, 'package.json'));
	const dependencies = { 'n8n-nodes-docloom': '*' };
	fs.writeFileSync(path.join(nodes, 'package.json'), JSON.stringify({ name: 'installed-nodes', private: true, dependencies }));
}

async function api(method, address, body) {
	const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
	const response = await fetch(url + address, {
		method,
		headers: { authorization, 'content-type': 'application/json' },
		...(body ? { body: JSON.stringify(body) } : {}),
	});
	if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`);
	return response.headers.get('content-type')?.includes('json') ? await response.json() : await response.arrayBuffer();
}

const environment = {
	...process.env,
	N8N_USER_FOLDER: home,
	N8N_PORT: String(PORT),
	N8N_RUNNERS_BROKER_PORT: String(PORT + 1),
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_WEBHOOK_URL: `http://127.0.0.1:${PORT}/`,
	WEBHOOK_URL: `http://127.0.0.1:${PORT}/`,
	N8N_RESTRICT_FILE_ACCESS_TO: out,
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_SECURE_COOKIE: 'false',
	N8N_COMMUNITY_PACKAGES_ENABLED: 'true',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_ENCRYPTION_KEY: 'only-of-this-run',
	// Where the machine is busy n8n would give its own database up.
	DB_PING_TIMEOUT_MS: '120000',
	DB_CONNECTION_ACQUISITION_TIMEOUT_MS: '120000',
};
const program = path.join(folder, 'node_modules/n8n/bin/n8n');

/** n8n with its output. */
function n8n(...args) {
	const child = spawn(process.execPath, [program, ...args], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
	const run = { child, said: '' };
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (run.said += chunk));
	return run;
}

async function command(...args) {
	const run = n8n(...args);
	const [code] = await once(run.child, 'close');
	if (code !== 0) throw new Error(`n8n ${args.join(' ')} ended with ${code}:\n${run.said}`);
	passed(`n8n ${args[0]}`);
}

/** @param look what has to be found */
async function until(what, run, seconds, look) {
	for (const end = Date.now() + seconds * 1_000; Date.now() < end && run.child.exitCode === null; await wait(500)) {
		const found = await look();
		if (found) {
			passed(what);
			return found;
		}
	}
	throw new Error(`Not within ${seconds} s: ${what}. n8n said:\n${run.said.slice(-4_000)}`);
}

function workflowOf(first, second) {
	const credentials = { docloomApi: { id: 'docloom1', name: 'Docloom' } };
	const node = (name, type, x, parameters, more = { credentials }) => ({ id: name, name, type, typeVersion: 1, position: [x, 0], parameters, ...more });
	const to = (name) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
	return {
		id: 'receipts1',
		name: 'Receipts',
		active: false,
		settings: {},
		nodes: [
			node('Trigger', 'n8n-nodes-docloom.docloomTrigger', 0, { event: 'run.done', filters: { document_id: first.id } }, { credentials, webhookId: 'receipts' }),
			node('Merge', 'n8n-nodes-docloom.docloom', 200, {
				resource: 'document',
				operation: 'merge',
				documentId: second.id,
				dataFrom: 'json',
				json: '={{ JSON.stringify({ Run: $json.run_id }) }}',
			}),
			node('File', 'n8n-nodes-base.readWriteFile', 400, { operation: 'write', fileName: `${out}/receipt.html`, dataPropertyName: 'data', options: {} }, {}),
		],
		connections: { Trigger: to('Merge'), Merge: to('File') },
	};
}

const write = (file, value) => {
	fs.writeFileSync(path.join(home, file), JSON.stringify([value]));
	return `--input=${path.join(home, file)}`;
};

const newDocument = (name) =>
	api('POST', '/api/documents', { name: `n8n ${started} ${name}`, type: 'html', output: 'html', html: '<h1>Receipt of {$Run}</h1>' });

/** The workflow, and the node's own panel, as somebody sees them who has just opened n8n. */
async function drawPictures() {
	const { default: puppeteer } = await import('puppeteer-core');
	const { launcher } = JSON.parse(fs.readFileSync(path.join(here, '../../.docloom/chromium/ready.json'), 'utf8'));
	const browser = await puppeteer.launch({ executablePath: launcher, headless: true, args: ['--no-sandbox'] });
	try {
		const page = await browser.newPage();
		page.setDefaultTimeout(120_000);
		await page.setViewport({ width: 1200, height: 640 });
		const n8nUrl = `http://127.0.0.1:${PORT}`;
		await page.goto(`${n8nUrl}/setup`);
		await page.evaluate(async () => {
			const owner = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password: 'Only-of-this-run-1' };
			const response = await fetch('/rest/owner/setup', {
				method: 'POST',
				headers: { 'content-type': 'application/json', 'browser-id': localStorage.getItem('n8n-browserId') ?? '' },
				body: JSON.stringify(owner),
			});
			if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
		});
		const take = async (name) => {
			await wait(2_000);
			const file = path.join(pictures, `${name}.webp`);
			await page.screenshot({ path: file, type: 'webp', quality: 80 });
			passed(`${file}: ${fs.statSync(file).size} bytes`);
		};
		await page.goto(`${n8nUrl}/workflow/receipts1`);
		const node = await page.waitForSelector('[data-test-id="canvas-node"][data-node-name="Merge"]', { visible: true });
		await take('n8n-workflow');
		await node.click({ count: 2 });
		await page.waitForSelector('[data-test-id="node-parameters"], [data-test-id="parameter-input"]', { visible: true });
		await take('n8n-merge');
	} finally {
		await browser.close();
	}
}

let server;
let documents = [];
try {
	installNodes();
	documents = [await newDocument('first'), await newDocument('second')];
	const [first, second] = documents;
	const data = { baseUrl: url, apiKey: key, secret };
	await command('import:credentials', write('credentials.json', { id: 'docloom1', name: 'Docloom', type: 'docloomApi', data }));
	await command('import:workflow', write('workflow.json', workflowOf(first, second)));
	await command('publish:workflow', '--id=receipts1');

	server = n8n('start');
	const hook = await until('the trigger has made a hook', server, START_S, async () =>
		(await api('GET', '/api/hooks')).find(({ filter }) => filter.document_id === String(first.id)),
	);
	assert.equal(hook.event, 'run.done');
	const merged = Date.now();
	await api('POST', `/api/documents/${first.id}/merge?download=1`, { Run: 'first' });
	const file = path.join(out, 'receipt.html');
	await until('the hook has started the workflow, which has written a file', server, HOOK_S, () => fs.existsSync(file) && fs.statSync(file).size > 0);
	console.log(`          ${Date.now() - merged} ms from the merge to the file`);

	// The file is of the second document, with the run of the first one in it.
	const [run] = await api('GET', `/api/runs?document_id=${first.id}`);
	assert.match(fs.readFileSync(file, 'utf8'), new RegExp(`Receipt of ${run.id}`));
	passed('the file has what the trigger handed on');
	if (pictures) await drawPictures();
} finally {
	server?.child.kill();
	for (const { id, filter } of await api('GET', '/api/hooks')) {
		if (documents.some((document) => filter.document_id === String(document.id))) await api('DELETE', `/api/hooks/${id}`);
	}
	for (const { id } of documents) await api('DELETE', `/api/documents/${id}`);
	fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}
