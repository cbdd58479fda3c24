/** What made a PDF of a document's content: the Worker itself, from pages as data, or a browser. */
export type Renderer = "pages" | "browser";

export function rendererHeader(renderer: Renderer | undefined): Record<string, string> {
  return renderer === undefined ? {} : { "x-renderer": renderer };
}
