import { authorizationServer } from "../../applications/open-server.ts";
import { LENT_RIGHTS } from "../../domain/access/rights.ts";
import { limitLogins } from "../../http/authenticate.ts";
import type { App } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { answerToken } from "./answer-token.ts";

/** The addresses of OAuth, which applications find by the metadata and the library answers. */
export function mountApplications(app: App): void {
  for (const address of ["/oauth/token", "/oauth/register", "/.well-known/oauth-authorization-server"])
    app.all(address, async (c) => {
      const context = c.get("context");
      if (address === "/oauth/register" && c.req.method === "POST") await limitLogins(context);
      if (address === "/oauth/token") return await answerToken(context);
      const { answerApplication } = await authorizationServer();
      return await answerApplication(context);
    });

  // RFC 9728
  for (const [address, path] of [
    ["/.well-known/oauth-protected-resource", ""],
    ["/.well-known/oauth-protected-resource/mcp", "/mcp"],
  ] as const)
    app.get(address, (c) => {
      const { publicBaseUrl } = c.get("context").settings;
      const body = {
        resource: `${publicBaseUrl}${path}`,
        authorization_servers: [publicBaseUrl],
        scopes_supported: LENT_RIGHTS,
        bearer_methods_supported: ["header"],
        resource_name: "Docloom",
      };
      return json(body, 200, { "access-control-allow-origin": "*" });
    });
}
