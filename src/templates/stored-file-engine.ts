import { inflateNatively } from "../opc/inflate-native.ts";
import { OFFICE_LIMITS } from "../opc/limits.ts";
import { ZipArchive } from "../opc/zip-archive.ts";
import type { TemplateEngine } from "./template-engine.ts";

/** Opens a file and throws a `Failure` when it is not sound. */
type Opener = (bytes: Uint8Array) => unknown;

/** A format whose files are checked and kept, but not filled yet: they have no fields and come out as they are. */
function storedFileEngine(open: Opener): TemplateEngine {
  return {
    async inspect(bytes) {
      open(bytes);
      return { fields: [], errors: [], warnings: [] };
    },

    async render(source) {
      return { bytes: await source.bytes(), warnings: [], fieldNames: [] };
    },
  };
}

/** docx, xlsx and pptx: the package and all its parts' names are sound and within the limits. */
export const packageEngine: TemplateEngine = storedFileEngine((bytes) =>
  ZipArchive.open(bytes, OFFICE_LIMITS, inflateNatively),
);
