// Lists for the boxes that choose a document or a data route.
const { call } = require('../call');

const choice = (key, noun, path) => ({
  key,
  noun,
  display: { label: `List of ${noun}s`, description: `Fills a box that chooses a ${noun.toLowerCase()}.`, hidden: true },
  operation: {
    type: 'polling',
    perform: async (z, bundle) => {
      const all = await call(z, bundle, 'GET', path, { params: { limit: 1000 } });
      return all.map(({ id, name }) => ({ id, name }));
    },
    sample: { id: '7', name: 'Invoice' },
  },
});

module.exports = {
  documentChoice: choice('document', 'Document', '/api/documents'),
  routeChoice: choice('route', 'Data Route', '/api/routes'),
};
