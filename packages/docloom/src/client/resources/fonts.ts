import { dataOf } from "../answers.ts";
import type { Api } from "../api.ts";
import { type FileContents, wireContents } from "../bytes.ts";

/** The workspace's own fonts. */
export function fontsResource(api: Api) {
  return {
    list: () => dataOf(api.GET("/api/fonts", {})),

    /** A TTF, OTF, WOFF or WOFF2 file; it replaces the font of the same family, weight and style. */
    add: async (font: FileContents, options: { family?: string } = {}) =>
      dataOf(api.POST("/api/fonts", { body: { ...options, file: await wireContents(font) } })),

    delete: (font: string) => dataOf(api.DELETE("/api/fonts/{font}", { params: { path: { font } } })),
  };
}
