/** A path as logs may show it: the secret part of an address (a document's or route's key, a link's token) is cut. */
export function redactPath(path: string): string {
  return path.replace(/^\/(merge|route)\/([^/]*)\/.+$/, "/$1/$2/***").replace(/^\/files\/.+$/, "/files/***");
}
