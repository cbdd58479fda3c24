// The fields of a document or a data route as boxes, from the schema that the service makes of the template.
const { call } = require('./call');

const TYPES = { integer: 'integer', number: 'number', boolean: 'boolean' };

/** @returns boxes for the members of a schema; a list of rows becomes line items */
const boxesOf = ({ properties = {} }, prefix = 'data__', deep = 0) =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const key = `${prefix}${name}`;
    const kind = [schema.type || 'string'].flat()[0];
    // two levels are what Zapier's editor can show: deeper ones are named by their path
    if (kind === 'object' && schema.properties && deep < 3) return boxesOf(schema, `${key}__`, deep + 1);
    if (kind === 'array') {
      const rows = schema.items && schema.items.properties;
      if (!rows) return [{ key, label: labelOf(key), list: true }];
      const children = Object.entries(rows).map(([member, { type }]) => ({ key: `${key}__${member}`, label: member, type: TYPES[type] || 'string' }));
      return [{ key, label: labelOf(key), children }];
    }
    const choices = schema.enum && schema.enum.length > 0 ? { choices: schema.enum } : {};
    return [{ key, label: labelOf(key), type: TYPES[kind] || 'string', ...choices }];
  });

const labelOf = (key) => key.replace(/^data__/, '').replaceAll('__', ' › ');

/** `data__Customer__name` -> `{ Customer: { name } }`; line items lose the path of their list. */
const dataOf = (inputData) => {
  const data = {};
  for (const [key, value] of Object.entries(inputData)) {
    if (!key.startsWith('data__') || value === '' || value === undefined) continue;
    const path = key.slice('data__'.length).split('__');
    const last = path.pop();
    let branch = data;
    for (const part of path) branch = branch[part] = branch[part] || {};
    branch[last] = Array.isArray(value) ? value.map((row) => rowOf(row, `${key}__`)) : value;
  }
  return data;
};

const rowOf = (row, prefix) =>
  row && typeof row === 'object'
    ? Object.fromEntries(Object.entries(row).map(([name, value]) => [name.startsWith(prefix) ? name.slice(prefix.length) : name, value]))
    : row;

/** Loads them for the chosen document or data route. */
const loadFields = (resource) => async (z, bundle) => {
  const id = bundle.inputData[`${resource}_id`];
  if (!id) return [];
  const path = `/api/${resource}s/${encodeURIComponent(id)}/fields`;
  return boxesOf(await call(z, bundle, 'GET', path, { params: { format: 'json_schema' } }));
};

module.exports = { boxesOf, dataOf, loadFields };
