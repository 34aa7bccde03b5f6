// Reads the gateway's own ID of a request from the headers of its response.

/** The gateway's own ID of a request, at most 200 characters; undefined if there is none. */
export function requestIdOf(headers: Headers): string | undefined {
  const id = requestIdHeaders.map((name) => headers.get(name)).find(Boolean);
  return id?.slice(0, 200);
}

const requestIdHeaders = [
  'x-oneapi-request-id',
  'x-request-id',
  'request-id',
  'x-amzn-requestid',
  'apim-request-id',
  'cf-ray',
];
