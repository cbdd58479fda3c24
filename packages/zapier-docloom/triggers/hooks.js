// Triggers by hooks of the service: Zapier is called when something has happened, and asks for nothing in between.
const { call } = require('../call');

const subscribe = (event) => async (z, bundle) => {
  const { document_id: document, route_id: route, test } = bundle.inputData;
  const filter = {
    ...(document ? { document_id: document } : {}),
    ...(route ? { route_id: route } : {}),
    ...(String(test) === 'true' ? { test: 1 } : {}),
  };
  return call(z, bundle, 'POST', '/api/hooks', { body: { event, target_url: bundle.targetUrl, filter } });
};

const unsubscribe = async (z, bundle) => call(z, bundle, 'DELETE', `/api/hooks/${encodeURIComponent(bundle.subscribeData.id)}`);

/** `{type, timestamp, data}` as one flat object, whose members the next steps choose from. */
const flat = ({ timestamp, data }) => ({ id: idOf(data), happened_at: timestamp, ...data });

const idOf = ({ delivery_id: delivery, run_id: run, document_id: document, version }) => delivery || run || `${document}-${version}`;

/** What editors show before anything has happened. */
const examplesOf = (event) => async (z, bundle) => {
  const events = await call(z, bundle, 'GET', '/api/hooks/events');
  return events.filter((one) => one.event === event).map(({ sample }) => flat(sample));
};

const DOCUMENT = { key: 'document_id', label: 'Document', dynamic: 'document.id.name', helpText: 'Only of this document; of all when empty.' };
const ROUTE = { key: 'route_id', label: 'Data route', dynamic: 'route.id.name', helpText: 'Only of this data route; of all when empty.' };
const TEST = { key: 'test', label: 'Test merges, too', type: 'boolean', default: 'false' };

const trigger = (event, noun, label, description, sample, inputFields = [DOCUMENT, ROUTE, TEST]) => ({
  key: event.replace('.', '_'),
  noun,
  display: { label, description },
  operation: {
    type: 'hook',
    inputFields,
    performSubscribe: subscribe(event),
    performUnsubscribe: unsubscribe,
    perform: (z, bundle) => [flat(bundle.cleanedRequest)],
    performList: examplesOf(event),
    sample: flat({ timestamp: '2026-11-28T09:30:00.000Z', data: sample }),
  },
});

const RUN = { run_id: '0k3v8d1w2h0007qa5t9x2zr', kind: 'document', name: 'Invoice', document_id: '42', source: 'merge', test: false, warnings: [] };
const FILES = {
  files: [
    {
      name: 'Invoice 2026-117.pdf',
      media_type: 'application/pdf',
      size: 48213,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      url: 'https://docs.example.com/files/7Q2mA0t5bW3xK9rL1cV8nE4pZ6sD0fGh',
    },
  ],
};

module.exports = [
  trigger('run.done', 'Run', 'Run Done', 'Triggers when a merge was done.', { ...RUN, ...FILES }),
  trigger('run.failed', 'Run', 'Run Failed', 'Triggers when a merge failed.', {
    ...RUN,
    code: 'template_error',
    message: 'The template has no field "Customer".',
  }),
  trigger('batch.done', 'List', 'List Done', 'Triggers when all rows of a list were merged.', {
    ...RUN,
    kind: 'batch',
    records: 250,
    records_done: 249,
    records_failed: 1,
    ...FILES,
  }),
  trigger('form.submitted', 'Form', 'Form Submitted', 'Triggers when a fill-in page was sent.', {
    ...RUN,
    source: 'fill_in',
    fields: { Name: 'Ada Lovelace', Quantity: 3 },
  }),
  trigger('delivery.failed', 'Delivery', 'Delivery Failed', 'Triggers when a delivery was given up.', {
    ...RUN,
    delivery_id: '0k3v8d1w2h0008rb6u0y3as',
    delivery_type: 'email',
    delivery_name: 'To the customer',
    target: 'mail.example.com',
    status: 'dead',
    tries: 10,
    response: '550 No such mailbox',
  }),
  trigger(
    'document.published',
    'Document',
    'Document Published',
    'Triggers when a version of a document was published.',
    {
      document_id: '42',
      name: 'Invoice',
      folder: 'Sales',
      type: 'docx',
      version: 7,
      sha256: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
      written_by: 'dk_3q2-7wEBAgMEBQYH',
    },
    [DOCUMENT],
  ),
];
