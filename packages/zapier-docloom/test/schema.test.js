// Zapier's own schema, offline; and the boxes that are made of a template's fields.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const zapier = require('zapier-platform-core');
const App = require('../index');
const { boxesOf, dataOf } = require('../fields');

test("the app is what Zapier's schema asks for", async () => {
  const handle = zapier.createAppHandler ? zapier.createAppHandler(App) : zapier.createHandler?.(App);
  const answer = await handle({ command: 'validate' });
  assert.deepEqual(answer.results, []);
});

test('fields become boxes, and boxes data again', () => {
  const schema = {
    properties: {
      Name: { type: 'string' },
      Paid: { type: 'boolean' },
      Customer: { type: 'object', properties: { Town: { type: 'string' } } },
      Items: { type: 'array', items: { type: 'object', properties: { Price: { type: 'number' } } } },
    },
  };
  const boxes = boxesOf(schema);
  assert.deepEqual(boxes.map(({ key }) => key), ['data__Name', 'data__Paid', 'data__Customer__Town', 'data__Items']);
  assert.deepEqual(boxes[3].children, [{ key: 'data__Items__Price', label: 'Price', type: 'number' }]);
  const typed = { document_id: '7', data__Name: 'Ann', data__Customer__Town: 'Ulm', data__Items: [{ data__Items__Price: 3 }], data__Empty: '' };
  assert.deepEqual(dataOf(typed), { Name: 'Ann', Customer: { Town: 'Ulm' }, Items: [{ Price: 3 }] });
});

test('what a hook is sent becomes one flat object with an id', () => {
  const { perform } = App.triggers.document_published.operation;
  const cleanedRequest = { type: 'document.published', timestamp: '2026-11-28T09:30:00.000Z', data: { document_id: '7', version: 3 } };
  assert.deepEqual(perform(undefined, { cleanedRequest }), [{ id: '7-3', happened_at: '2026-11-28T09:30:00.000Z', document_id: '7', version: 3 }]);
});
