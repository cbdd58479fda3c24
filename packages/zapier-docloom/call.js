// What all requests have in common: the address, the credentials, and failures in the service's words.

/** Root of the service, without a slash at its end. */
const rootOf = (bundle) => bundle.authData.baseUrl.replace(/\/+$/, '');

/** Each request to the service carries the key; links to files lead elsewhere and carry none. */
const withCredentials = (request, z, bundle) => {
  const { baseUrl, apiKey, secret } = bundle.authData;
  if (baseUrl && request.url.startsWith(`${rootOf(bundle)}/api/`)) {
    const pair = Buffer.from(`${apiKey}:${secret}`).toString('base64');
    request.headers = { ...request.headers, Authorization: `Basic ${pair}` };
  }
  return request;
};

/** A refusal stops the Zap with the service's sentence; 429 and 503 are tried again by Zapier. */
const withSentence = (response, z) => {
  if (response.status < 400) return response;
  // a hook that somebody removed at the service already
  if (response.status === 404 && response.request.method === 'DELETE') return response;
  const problem = problemIn(response.content);
  const sentence = problem.error || `The service answered with status ${response.status}.`;
  if (response.status === 401) throw new z.errors.ExpiredAuthError(sentence);
  if (response.status === 429 || response.status === 503) {
    throw new z.errors.ThrottledError(sentence, Number(response.getHeader('retry-after')) || 60);
  }
  throw new z.errors.Error(sentence, problem.code || 'Error', response.status);
};

const problemIn = (content) => {
  try {
    return JSON.parse(content) || {};
  } catch {
    // proxies answer with pages of their own, which say nothing to a Zap
    return {};
  }
};

/** The JSON of an answer. */
const call = async (z, bundle, method, path, { params, body, headers } = {}) => {
  const response = await z.request({ method, url: `${rootOf(bundle)}${path}`, params, body, headers, skipThrowForStatus: true });
  return response.data;
};

/** A step that Zapier runs again does not merge and mail twice. */
const onceFor = (bundle, name) => {
  const id = bundle.meta && bundle.meta.zap && bundle.meta.zap.id;
  const given = bundle.inputData.idempotency_key;
  return given ? { 'Idempotency-Key': `zapier-${id || 'test'}-${name}-${given}` } : {};
};

module.exports = { call, onceFor, rootOf, withCredentials, withSentence };
