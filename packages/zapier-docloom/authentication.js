const { call } = require('./call');

module.exports = {
  type: 'custom',
  fields: [
    { key: 'baseUrl', label: 'Address', required: true, placeholder: 'https://docs.example.com', helpText: 'The root of your service.' },
    { key: 'apiKey', label: 'API key', required: true, helpText: 'Made in the console: Account, API keys.' },
    { key: 'secret', label: 'Secret', required: true, type: 'password', helpText: 'What was shown with the key, once.' },
  ],
  test: (z, bundle) => call(z, bundle, 'GET', '/api/account'),
  connectionLabel: '{{bundle.authData.baseUrl}}',
};
