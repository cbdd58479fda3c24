// The OpenAPI document straight from the sources, without a running service.
import { createRequire } from "node:module";
import path from "node:path";
import { build, type Plugin } from "esbuild";

const root = path.resolve(import.meta.dirname, "..");

/** The part of src that the document is made from. */
interface Reference {
  openApiDocumentOfService(publicBaseUrl: string): Record<string, unknown>;
}

const ENTRY = `
  import { DESCRIBED_WEBHOOKS } from "./src/api/hooks/described-webhooks.ts";
  import { ENDPOINTS } from "./src/app.ts";
  import { openApiDocument } from "./src/http/openapi/openapi.ts";
  import { openApiEndpoint } from "./src/http/openapi/openapi-endpoint.ts";
  export const openApiDocumentOfService = (publicBaseUrl) =>
    openApiDocument([...ENDPOINTS, openApiEndpoint(ENDPOINTS, DESCRIBED_WEBHOOKS)], publicBaseUrl, DESCRIBED_WEBHOOKS);`;

/** Modules of the platform are named by the code and never used for the document. */
const withoutPlatform: Plugin = {
  name: "without the platform",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^cloudflare:/ }, (args) => ({ path: args.path, namespace: "platform" }));
    onLoad({ filter: /.*/, namespace: "platform" }, () => ({
      contents:
        "export class DurableObject {}\nexport class WorkerEntrypoint {}\nexport const connect = undefined, env = {};",
    }));
  },
};

/** The OpenAPI document that a service of this checkout would answer at `publicBaseUrl`. */
export async function openApiFromSource(publicBaseUrl: string): Promise<Record<string, unknown>> {
  const result = await build({
    stdin: { contents: ENTRY, resolveDir: root },
    bundle: true,
    write: false,
    format: "cjs",
    platform: "node",
    target: "node22",
    logLevel: "error",
    plugins: [withoutPlatform],
  });
  const [bundle] = result.outputFiles;
  if (!bundle) throw new Error("The sources made no bundle.");

  const module = { exports: {} as Reference };
  const evaluate = new Function("require", "module", "exports", bundle.text);
  evaluate(createRequire(path.join(root, "package.json")), module, module.exports);

  return module.exports.openApiDocumentOfService(publicBaseUrl);
}
