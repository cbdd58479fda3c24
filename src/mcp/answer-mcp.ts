import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import type { Context } from "hono";
import { Failure } from "../domain/failure.ts";
import { FAILURE_CODES } from "../domain/failure-codes.ts";
import { authenticate } from "../http/authenticate.ts";
import type { AppBindings } from "../http/endpoint.ts";
import { registerDocumentTools } from "./document-tools.ts";
import { registerFileTools } from "./file-tools.ts";
import { registerFillInTools } from "./fill-in-tools.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { registerMergeTools } from "./merge-tools.ts";
import { registerPdfFieldTools } from "./pdf-field-tools.ts";
import { registerRouteTools } from "./route-tools.ts";
import { registerRunTools } from "./run-tools.ts";
import { type Dispatch, ServiceCalls } from "./service-calls.ts";

/** Templates in base64 go through here, too. */
const MAX_BODY_BYTES = 40 * 1024 * 1024;

/**
 * The Model Context Protocol at /mcp (streamable HTTP, without sessions of its own): the tools do what the endpoints do,
 * with the credentials of the request.
 * @throws Failure those of `authenticate`
 */
export async function answerMcp(c: Context<AppBindings>, dispatch: Dispatch): Promise<Response> {
  const context = c.get("context");
  try {
    await authenticate(context);
  } catch (error) {
    throw withBearerChallenge(error, context.settings.publicBaseUrl);
  }
  const calls = new ServiceCalls(dispatch, context, context.settings.clientAddressHeader);
  const handler = createMcpHandler(
    () => {
      const server = new McpServer({ name: "docloom", version: "1" }, { instructions: INSTRUCTIONS });
      registerDocumentTools(server, calls);
      registerMergeTools(server, calls, context.env);
      registerRouteTools(server, calls);
      registerRunTools(server, calls);
      registerFileTools(server, calls);
      registerPdfFieldTools(server, calls);
      registerFillInTools(server, calls);
      return server;
    },
    { maxRequestBodySize: MAX_BODY_BYTES },
  );

  return handler.fetch(context.request);
}

/**
 * By which clients without a key find out where a person lets them in (MCP "Authorization"; RFC 9728, 5.1). It stands before the
 * challenge for keys, since some clients read the first one only.
 */
function withBearerChallenge(error: unknown, publicBaseUrl: string): unknown {
  if (!(error instanceof Failure) || FAILURE_CODES[error.code][0] !== 401) return error;
  const metadata = `${publicBaseUrl}/.well-known/oauth-protected-resource/mcp`;
  const { code, message, cause, headers } = error;
  const own = headers["www-authenticate"] ?? "";
  const isToken = own.startsWith("Bearer ");
  const bearer = `Bearer ${isToken ? 'error="invalid_token", ' : ""}resource_metadata="${metadata}"`;
  const challenge = isToken || own === "" ? bearer : `${bearer}, ${own}`;
  return new Failure(code, message, { cause, headers: { ...headers, "www-authenticate": challenge } });
}
