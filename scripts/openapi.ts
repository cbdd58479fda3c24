// `npm run openapi [-- FILE]`: the OpenAPI document of this checkout, to a file or to the standard output.
import fs from "node:fs";
import { openApiFromSource } from "./openapi-source.ts";

const [file] = process.argv.slice(2);
const text = `${JSON.stringify(await openApiFromSource("http://127.0.0.1:8787"), null, 2)}\n`;
if (file) fs.writeFileSync(file, text);
else process.stdout.write(text);
