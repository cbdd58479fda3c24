import { dataOf } from "../answers.ts";
import type { Api } from "../api.ts";
import { type FileContents, wireContents } from "../bytes.ts";

/** Fonts of the workspace's own. */
export function fontsResource(api: Api) {
  return {
    list: () => dataOf(api.GET("/api/fonts", {})),

    /** A TTF, OTF, WOFF or WOFF2 file; it takes the place of the font of the same family, weight and style. */
    add: async (font: FileContents, options: { family?: string } = {}) =>
      dataOf(api.POST("/api/fonts", { body: { ...options, file: await wireContents(font) } })),

    delete: (font: string) => dataOf(api.DELETE("/api/fonts/{font}", { params: { path: { font } } })),
  };
}
