// Types of every operation, from the OpenAPI document of the service beside this package: src/generated/openapi.ts.
import fs from "node:fs";
import path from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { buildWhenChanged } from "../../../scripts/build-when-changed.ts";
import { openApiFromSource } from "../../../scripts/openapi-source.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const target = path.join(root, "packages/docloom/src/generated/openapi.ts");
/** Types that the document's formats stand for: files are answered as blobs, and taken as base64 or blobs. */
const BLOB = ts.factory.createTypeReferenceNode("Blob");
const BASE64_OR_BLOB = ts.factory.createUnionTypeNode([
  ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
  BLOB,
]);

interface Formats {
  format?: string;
  contentEncoding?: string;
  contentMediaType?: string;
}

/** The text of the file of types. */
async function typesOfService(): Promise<string> {
  const nodes = await openapiTS((await openApiFromSource("http://127.0.0.1:8787")) as never, {
    transform({ format, contentEncoding, contentMediaType }: Formats, { path: place = "" }) {
      if (format === "binary" || contentMediaType === "application/octet-stream") return BLOB;
      return contentEncoding === "base64" && !place.includes("/responses/") ? BASE64_OR_BLOB : undefined;
    },
  });

  return `// Made by scripts/generate-types.ts from the service's OpenAPI document; not edited by hand.\n${astToString(nodes)}`;
}

const files = {
  inputs: ["src", "package-lock.json", "scripts/openapi-source.ts", "packages/docloom/scripts/generate-types.ts"].map(
    (name) => path.join(root, name),
  ),
  output: target,
  stamp: path.join(root, ".docloom/client-types"),
};
await buildWhenChanged("packages/docloom/src/generated", files, async () => {
  const text = await typesOfService();
  // The file's time stays when nothing changed, so that builds which look at it rest.
  if (fs.existsSync(target) && fs.readFileSync(target, "utf8") === text) return;
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, text);
});
