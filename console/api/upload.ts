import { answered } from "./client.ts";
import { noConnection, Problem } from "./problem.ts";

/**
 * A form with files, as a call of `api` takes it. `fetch` cannot report the progress of an upload, so it goes the older way.
 * @param onProgress share of the bytes that are on their way, 0 to 1
 */
export const uploadOf = (form: FormData, onProgress: (share: number) => void) => ({
  ...formBody(form),
  fetch: (request: Request) => answered(() => sendForm(request, form, onProgress)),
});

/** A form as the body of a call, in place of the JSON by which the document describes its members. */
export const formBody = (form: FormData) => ({ body: form as never, bodySerializer: () => form });

function sendForm(
  { url, method, headers }: Request,
  form: FormData,
  onProgress: (share: number) => void,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = new XMLHttpRequest();
  request.open(method, url);
  // The type of the body names the boundary, which only the form knows.
  for (const [name, value] of headers) if (name !== "content-type") request.setRequestHeader(name, value);
  request.responseType = "blob";
  request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1));
  request.addEventListener("error", () => reject(noConnection()));
  request.addEventListener("abort", () =>
    reject(new Problem({ status: 0, code: "aborted", message: "The upload was stopped." })),
  );
  request.addEventListener("load", () => resolve(answer(request)));
  request.send(form);

  return promise;
}

function answer(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }

  return new Response(request.response as Blob, { status: request.status, headers });
}
