import { noConnection, Problem, problemFrom } from "./problem.ts";
import { signInAgain } from "./sign-in-gate.ts";

/**
 * Sends a form with files; `fetch` cannot report the progress of an upload, so this is the older way.
 * @param onProgress share of the bytes that are on their way, 0 to 1
 * @throws Problem
 */
export async function upload(path: string, form: FormData, onProgress: (share: number) => void): Promise<Response> {
  for (;;) {
    const response = await sendForm(path, form, onProgress);
    if (response.ok) return response;
    const problem = problemFrom(await response.json().catch(() => undefined), response);
    if (problem.code !== "session_expired" && problem.code !== "unauthorized") throw problem;
    await signInAgain();
  }
}

function sendForm(path: string, form: FormData, onProgress: (share: number) => void): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = new XMLHttpRequest();
  request.open("POST", path);
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
