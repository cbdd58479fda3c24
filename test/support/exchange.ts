/** Where a recorder in front of the service returns what it has seen; not an address of the service. */
export const EXCHANGES_PATH = "/recorded-exchanges";

/** One request and its answer, as far as the OpenAPI document covers them. */
export interface Exchange {
  method: string;
  path: string;
  status: number;
  mediaType: string;
  /** The answer's JSON text; empty for files. */
  json: string;
}

/** The exchange of a request and its answer, which can still be read afterwards. */
export async function exchangeOf(request: Request, response: Response): Promise<Exchange> {
  const mediaType = typeOf(response.headers);

  return {
    method: request.method === "HEAD" ? "GET" : request.method,
    path: new URL(request.url).pathname,
    status: response.status,
    mediaType,
    json: /(\/|\+)json$/.test(mediaType) ? await response.clone().text() : "",
  };
}

const typeOf = (headers: Headers): string => headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
