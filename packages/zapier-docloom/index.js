const { version: platformVersion } = require('zapier-platform-core');
const { version } = require('./package.json');
const authentication = require('./authentication');
const { withCredentials, withSentence } = require('./call');
const { documentChoice, routeChoice } = require('./triggers/choices');
const hooks = require('./triggers/hooks');
const { convert, fillList, mergeDocument, mergeRoute } = require('./creates/merge');

const byKey = (...all) => Object.fromEntries(all.map((one) => [one.key, one]));

module.exports = {
  version,
  platformVersion,
  authentication,
  beforeRequest: [withCredentials],
  afterResponse: [withSentence],
  triggers: byKey(...hooks, documentChoice, routeChoice),
  creates: byKey(mergeDocument, mergeRoute, fillList, convert),
};
