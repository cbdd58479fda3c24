// Triggers and actions against the service of DOCLOOM_URL, DOCLOOM_KEY and DOCLOOM_SECRET.
const assert = require('node:assert/strict');
const { after, before, test } = require('node:test');
const http = require('node:http');
const zapier = require('zapier-platform-core');
const App = require('../index');

const { DOCLOOM_URL: baseUrl, DOCLOOM_KEY: apiKey, DOCLOOM_SECRET: secret } = process.env;
const skip = baseUrl ? false : 'DOCLOOM_URL says no service';
const authData = { baseUrl, apiKey, secret };
const appTester = zapier.createAppTester(App);
const run = (part, inputData = {}) => appTester(part, { authData, inputData });

let document;
let files;
const api = async (method, path, body) => {
  const authorization = `Basic ${Buffer.from(`${apiKey}:${secret}`).toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const response = await fetch(`${baseUrl}${path}`, { method, headers, body: body && JSON.stringify(body) });
  return response.json();
};

before(async () => {
  if (skip) return;
  document = await api('POST', '/api/documents', {
    name: `Zapier ${Date.now()}`,
    type: 'html',
    output: 'pdf',
    html: '<h1>Hello {$Name}!</h1>{foreach $Items as $item}<p>{$item.Price}</p>{/foreach}',
  });
  files = http.createServer((request, response) => response.end(request.url.endsWith('.csv') ? 'Name\nAnn\nBob\n' : '<p>Hello</p>'));
  await new Promise((resolve) => files.listen(0, '127.0.0.1', resolve));
});
after(async () => {
  files?.close();
  if (document) await api('DELETE', `/api/documents/${document.id}`);
});

test('signs in, and says what is wrong with a key', { skip }, async () => {
  await run(App.authentication.test);
  await assert.rejects(appTester(App.authentication.test, { authData: { ...authData, secret: 'no' }, inputData: {} }), /key|secret|credential/i);
});

test('lists documents and their fields, and merges', { skip }, async () => {
  const choices = await run(App.triggers.document.operation.perform);
  assert.ok(choices.some(({ id }) => id === document.id));
  const load = App.creates.merge_document.operation.inputFields.at(-1);
  const boxes = await run(load, { document_id: document.id });
  assert.deepEqual(boxes.map(({ key }) => key), ['data__Name', 'data__Items']);
  const inputData = { document_id: document.id, data__Name: 'Ann', data__Items: [{ data__Items__Price: 3 }] };
  const merged = await run(App.creates.merge_document.operation.perform, inputData);
  assert.match(merged.name, /\.pdf$/);
  const bytes = Buffer.from(await (await fetch(merged.file)).arrayBuffer());
  assert.equal(bytes.subarray(0, 4).toString(), '%PDF');
});

test('merges a data route into several files', { skip }, async () => {
  const route = await api('POST', '/api/routes', { name: `Zapier ${Date.now()}`, rules: [{ document_id: document.id }] });
  const { files: made } = await run(App.creates.merge_route.operation.perform, { route_id: route.id, data__Name: 'Ann', data__Items: [] });
  assert.match(made[0].name, /\.pdf$/);
  await api('DELETE', `/api/routes/${route.id}`);
});

test('fills a list', { skip }, async () => {
  const file = `http://127.0.0.1:${files.address().port}/rows.csv`;
  const accepted = await run(App.creates.fill_list.operation.perform, { document_id: document.id, file });
  assert.equal(accepted.records, 2);
});

test('is called by hooks, which it makes and removes', { skip }, async () => {
  const { operation } = App.triggers.run_done;
  const bundle = { authData, targetUrl: 'https://hooks.example.com/zapier/1', inputData: { document_id: document.id, test: 'true' } };
  const subscribeData = await appTester(operation.performSubscribe, bundle);
  assert.match(subscribeData.secret, /^whsec_/);
  const hook = await api('GET', `/api/hooks/${subscribeData.id}`);
  assert.deepEqual([hook.event, hook.target_url, hook.filter], ['run.done', bundle.targetUrl, { document_id: document.id, test: 1 }]);
  await appTester(operation.performUnsubscribe, { authData, subscribeData });
  // Zapier does it again when a Zap is deleted that was off
  await appTester(operation.performUnsubscribe, { authData, subscribeData });
  assert.equal((await api('GET', `/api/hooks/${subscribeData.id}`)).code, 'not_found');
});

test('has a trigger for each event of the service, with all that comes', { skip }, async () => {
  const events = await api('GET', '/api/hooks/events');
  const triggers = Object.values(App.triggers).filter(({ operation }) => operation.type === 'hook');
  assert.deepEqual(triggers.map(({ key }) => key).sort(), events.map(({ event }) => event.replace('.', '_')).sort());
  for (const { operation } of triggers) {
    const [example, ...none] = await run(operation.performList);
    assert.equal(none.length, 0);
    assert.deepEqual(operation.sample, example);
  }
});

test('tells a refusal in the words of the service', { skip }, async () => {
  await assert.rejects(run(App.creates.merge_document.operation.perform, { document_id: '999999999' }), /document does not exist/i);
});

test('converts a file and hands it to Zapier', { skip }, async () => {
  // what keeps files is Zapier's own; the calls to the service are real
  const send = async ({ url, method, body, raw }) => {
    const request = { url, method, headers: { 'content-type': 'application/json' }, body: body && JSON.stringify(body) };
    const ready = App.beforeRequest.reduce((one, step) => step(one, undefined, { authData }), request);
    const response = await fetch(ready.url, ready);
    assert.ok(raw && response.ok);
    return { buffer: async () => Buffer.from(await response.arrayBuffer()) };
  };
  const kept = [];
  const z = { request: send, stashFile: async (response, _, name) => kept.push((await (await response).buffer()).subarray(0, 4).toString(), name) && name };
  const file = `http://127.0.0.1:${files.address().port}/a.html`;
  const made = await App.creates.convert_to_pdf.operation.perform(z, { authData, inputData: { file, name: 'offer.html' } });
  assert.deepEqual([kept, made.name], [['%PDF', 'offer.pdf'], 'offer.pdf']);
});
