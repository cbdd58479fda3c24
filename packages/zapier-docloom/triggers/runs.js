const { call } = require('../call');

const SAMPLE = {
  id: '1m8g327bv00012txpbqs17n',
  document_id: '7',
  route_id: '',
  kind: 'document',
  status: 'done',
  source: 'merge',
  test: false,
  accepted_at: '2026-11-22T09:30:00.000Z',
  finished_at: '2026-11-22T09:30:01.000Z',
};

/** The newest first; Zapier knows by their ids which it has seen. */
const runsWith = (status) => async (z, bundle) => {
  const { document_id: document, route_id: route } = bundle.inputData;
  const params = { status, limit: 100, ...(document ? { document_id: document } : {}), ...(route ? { route_id: route } : {}) };
  return call(z, bundle, 'GET', '/api/runs', { params });
};

const trigger = (status, noun, description) => ({
  key: `run_${status}`,
  noun: 'Run',
  display: { label: noun, description },
  operation: {
    type: 'polling',
    inputFields: [
      { key: 'document_id', label: 'Document', dynamic: 'document.id.name', helpText: 'Only runs of this document; of all when empty.' },
      { key: 'route_id', label: 'Data route', dynamic: 'route.id.name', helpText: 'Only runs of this data route; of all when empty.' },
    ],
    perform: runsWith(status),
    sample: { ...SAMPLE, status },
  },
});

module.exports = {
  runDone: trigger('done', 'Run Done', 'Triggers when a merge was done.'),
  runFailed: trigger('failed', 'Run Failed', 'Triggers when a merge failed.'),
};
