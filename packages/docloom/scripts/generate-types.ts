// Types of every operation, from the OpenAPI document of the service beside this package: src/generated/openapi.ts.
import fs from "node:fs";
import path from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { openApiFromSource } from "../../../scripts/openapi-source.ts";

const target = path.resolve(import.meta.dirname, "../src/generated/openapi.ts");
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

const nodes = await openapiTS((await openApiFromSource("http://127.0.0.1:8787")) as never, {
  transform({ format, contentEncoding, contentMediaType }: Formats, { path: place = "" }) {
    if (format === "binary" || contentMediaType === "application/octet-stream") return BLOB;
    return contentEncoding === "base64" && !place.includes("/responses/") ? BASE64_OR_BLOB : undefined;
  },
});
const text = `// Made by scripts/generate-types.ts from the service's OpenAPI document; not edited by hand.\n${astToString(nodes)}`;

// The file's time stays when nothing changed, so that builds which look at it rest.
if (!fs.existsSync(target) || fs.readFileSync(target, "utf8") !== text) {
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, text);
}
