const { call, onceFor } = require('../call');
const { dataOf, loadFields } = require('../fields');

const idempotencyKey = {
  key: 'idempotency_key',
  label: 'Once for',
  helpText: 'Something that names this merge, such as the number of the order. The same one within a day is not merged again.',
};
const test = { key: 'test', label: 'Test', type: 'boolean', default: 'false', helpText: 'Marked as a sample; nothing is delivered.' };
const choice = (key, label) => ({ key: `${key}_id`, label, dynamic: `${key}.id.name`, required: true, altersDynamicFields: true });
const isTest = ({ inputData }) => (String(inputData.test) === 'true' ? { test: 1 } : {});

const mergeDocument = {
  key: 'merge_document',
  noun: 'Document',
  display: { label: 'Merge Document', description: 'Fills a document with data and gives you the file.' },
  operation: {
    inputFields: [choice('document', 'Document'), test, idempotencyKey, loadFields('document')],
    perform: async (z, bundle) => {
      const path = `/api/documents/${encodeURIComponent(bundle.inputData.document_id)}/merge`;
      const answer = await call(z, bundle, 'POST', path, {
        params: { download: 'url', ...isTest(bundle) },
        body: dataOf(bundle.inputData),
        headers: onceFor(bundle, 'document'),
      });
      return { name: answer.name, file: answer.url };
    },
    sample: { name: 'Invoice.pdf', file: 'https://docs.example.com/files/abc' },
    outputFields: [
      { key: 'name', label: 'Name' },
      { key: 'file', label: 'File', type: 'file' },
    ],
  },
};

const mergeRoute = {
  key: 'merge_route',
  noun: 'Data Route',
  display: { label: 'Merge Data Route', description: 'Fills the documents of a data route and gives you all files.' },
  operation: {
    inputFields: [choice('route', 'Data route'), test, idempotencyKey, loadFields('route')],
    perform: async (z, bundle) => {
      const path = `/api/routes/${encodeURIComponent(bundle.inputData.route_id)}/merge`;
      const { files = [] } = await call(z, bundle, 'POST', path, {
        params: { list_files: 1, ...isTest(bundle) },
        body: dataOf(bundle.inputData),
        headers: onceFor(bundle, 'route'),
      });
      return { files: files.map(({ name, url }) => ({ name, file: url })) };
    },
    sample: { files: [{ name: 'Invoice.pdf', file: 'https://docs.example.com/files/abc' }] },
    outputFields: [
      { key: 'files[]name', label: 'Name' },
      { key: 'files[]file', label: 'File', type: 'file' },
    ],
  },
};

const fillList = {
  key: 'fill_list',
  noun: 'List',
  display: { label: 'Fill List', description: 'Merges a document once for each row of an Excel or CSV file, in the background.' },
  operation: {
    inputFields: [
      choice('document', 'Document'),
      { key: 'file', label: 'List', type: 'file', required: true, helpText: 'An Excel workbook or CSV; its headings are the names of the fields.' },
      { key: 'output', label: 'Result', choices: { none: 'Deliveries only', zip: 'One ZIP archive', pdf: 'One PDF' }, default: 'none' },
      test,
      idempotencyKey,
    ],
    perform: async (z, bundle) => {
      const { document_id: id, file, output } = bundle.inputData;
      const loaded = await z.request({ url: file, raw: true });
      const body = await loaded.buffer();
      const isWorkbook = body.subarray(0, 2).toString('latin1') === 'PK';
      return call(z, bundle, 'POST', `/api/documents/${encodeURIComponent(id)}/batch`, {
        params: { output: output || 'none', ...isTest(bundle) },
        body,
        headers: { 'Content-Type': isWorkbook ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' : 'text/csv', ...onceFor(bundle, 'list') },
      });
    },
    sample: { run_id: '1m8g327bv00012txpbqs17n', records: 2, warnings: [] },
  },
};

const convert = {
  key: 'convert_to_pdf',
  noun: 'File',
  display: { label: 'Convert to PDF', description: 'Word, Excel, PowerPoint, HTML or a picture becomes a PDF.' },
  operation: {
    inputFields: [
      { key: 'file', label: 'File', type: 'file', required: true },
      { key: 'name', label: 'Name', required: true, helpText: 'With its extension, such as offer.docx.' },
      { key: 'pdf_a', label: 'PDF/A', choices: ['2b', '2u', '2a', '3b', '3u', '3a'], helpText: 'For archives.' },
    ],
    perform: async (z, bundle) => {
      const { file, name, pdf_a: level } = bundle.inputData;
      const url = `${bundle.authData.baseUrl.replace(/\/+$/, '')}/api/tools/convert_to_pdf`;
      const loaded = await z.request({ url: file, raw: true });
      const contents = (await loaded.buffer()).toString('base64');
      const made = name.replace(/\.[^.]*$/, '.pdf');
      const request = { method: 'POST', url, body: { file: { name, contents }, ...(level ? { pdf_a: level } : {}) }, raw: true };
      return { name: made, file: await z.stashFile(z.request(request), undefined, made, 'application/pdf') };
    },
    sample: { name: 'offer.pdf', file: 'https://docs.example.com/files/abc' },
    outputFields: [
      { key: 'name', label: 'Name' },
      { key: 'file', label: 'File', type: 'file' },
    ],
  },
};

module.exports = { convert, fillList, mergeDocument, mergeRoute };
