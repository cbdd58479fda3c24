import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { startHttpServer, type TestHttpServer } from "../support/servers/http.ts";
import { base, type Console, call, makeDocument, openConsole } from "./console.ts";

/**
 * A hosted agent that knows the address of the MCP server and nothing else: the protocol's own client finds out where it is let
 * in, registers, and sends a person's browser there (MCP, "Authorization").
 */

/** Where the person's browser comes back to the agent. */
let callbacks: TestHttpServer;
let console: Console;
let agent: Agent;

beforeAll(async () => {
  callbacks = await startHttpServer();
});
afterAll(() => callbacks.close());
beforeEach(async () => {
  callbacks.received.length = 0;
  agent = new Agent();
  console = await openConsole({ signedIn: false });
});
afterEach(async () => {
  await agent.client?.close();
  expect(console.complaints).toEqual([]);
  await console.close();
});

/** Keeps what the protocol's client wants kept, and where it sends the browser. */
class Agent implements OAuthClientProvider {
  readonly redirectUrl = `http://127.0.0.1:${callbacks.port}/callback`;
  readonly clientMetadata = {
    client_name: "Hosted agent",
    redirect_uris: [this.redirectUrl],
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  };
  client: Client | undefined;
  asked: URL | undefined;
  kept: StoredOAuthTokens | undefined;
  #transport: StreamableHTTPClientTransport | undefined;
  #registered: StoredOAuthClientInformation | undefined;
  #discovered: OAuthDiscoveryState | undefined;
  #verifier = "";

  clientInformation = () => this.#registered;
  saveClientInformation(registered: StoredOAuthClientInformation): void {
    this.#registered = registered;
  }
  tokens = () => this.kept;
  saveTokens(tokens: StoredOAuthTokens): void {
    this.kept = tokens;
  }
  redirectToAuthorization(address: URL): void {
    this.asked = address;
  }
  state = () => "state-of-the-agent";
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier = () => this.#verifier;
  saveDiscoveryState(discovered: OAuthDiscoveryState): void {
    this.#discovered = discovered;
  }
  discoveryState = () => this.#discovered;
  /** The server has said that they are good no more. */
  invalidateCredentials(scope: string): void {
    if (scope !== "tokens") throw new Error(`${scope} is no more, and the grant alone was to be gone.`);
    this.kept = undefined;
  }

  get id(): string {
    return this.#registered?.client_id ?? "";
  }

  async connect(): Promise<void> {
    this.#transport = new StreamableHTTPClientTransport(new URL("/mcp", base), { authProvider: this });
    this.client = new Client({ name: "agent", version: "1" });
    await this.client.connect(this.#transport);
  }

  /** Takes what the person's browser has brought, and connects. */
  async goOn(): Promise<void> {
    const [{ path } = { path: "" }] = callbacks.received.filter((request) => request.path.startsWith("/callback?"));
    const { searchParams } = new URL(path, base);
    expect(searchParams.get("state")).toBe("state-of-the-agent");
    await this.#transport?.finishAuth(searchParams);
    await this.connect();
  }

  async use(name: string, args: Record<string, unknown>) {
    const { content, isError } = (await this.client?.callTool({ name, arguments: args })) ?? {};
    return { isError: isError === true, text: JSON.stringify(content) };
  }
}

async function accept(role: string): Promise<void> {
  const email = `anders-${crypto.randomUUID().slice(0, 6)}@example.com`;
  const { link } = await call<{ link: string }>("POST", "/api/invitations", { email, role });
  await console.open(`/invitation${new URL(link).hash}`);
  await console.fill("Your name", "Anders");
  await console.click("button", "Accept the invitation");
  await console.see("You are in");
}

/** The agent asks, and the person sees the question. */
async function ask(): Promise<void> {
  await expect(agent.connect()).rejects.toThrow(UnauthorizedError);
  await console.page.goto(agent.asked?.href ?? "");
  await console.see("Let “Hosted agent” act for you?");
}

async function letIn(): Promise<void> {
  await ask();
  await console.click("button", "Allow");
  await console.arrive("/callback?");
  await agent.goOn();
}

const sendToken = async (form: Record<string, string>): Promise<Response> => {
  const metadata = await fetch(new URL("/.well-known/oauth-authorization-server", base));
  const { token_endpoint, revocation_endpoint } = (await metadata.json()) as Record<string, string>;
  const address = "token" in form ? revocation_endpoint : token_endpoint;
  return fetch(address ?? "", { method: "POST", body: new URLSearchParams({ client_id: agent.id, ...form }) });
};
const renew = (refresh_token = "") => sendToken({ grant_type: "refresh_token", refresh_token });

it("acts for a person with the rights that the person has left to it", async () => {
  const document = await makeDocument();
  await accept("editor");
  await ask();
  await console.see("nobody has verified the name. The access goes to 127.0.0.1.");
  await console.see("a program on your own computer");
  // Whatever an editor may is offered; what changes templates is taken away.
  await console.click("checkbox", "change documents, data routes, samples and folders, and read the data of samples");
  await console.click("button", "Allow");
  await console.arrive("/callback?");
  await agent.goOn();

  expect((await agent.use("get_document", { id: document.id })).text).toContain(document.name);
  const refused = await agent.use("save_document", { name: "a", type: "html", html: "a", confirm: true });
  expect(refused.isError).toBe(true);
  expect(refused.text).toContain("not_allowed");
});

it("renews its access by itself, and loses all of it when a former token comes again", async () => {
  await accept("editor");
  await letIn();
  const first = agent.kept;
  agent.kept = { ...first, access_token: "one-that-has-expired", token_type: "bearer" };
  expect((await agent.use("list_documents", {})).isError).toBe(false);
  expect(agent.kept?.refresh_token).not.toBe(first?.refresh_token);

  expect((await renew(first?.refresh_token)).status).toBe(400);
  agent.asked = undefined;
  await expect(agent.use("list_documents", {})).rejects.toThrow(UnauthorizedError);
  expect(agent.asked).toBeDefined();
});

it("gives its access back", async () => {
  await accept("viewer");
  await letIn();
  const { refresh_token: token = "" } = agent.kept ?? {};
  expect((await sendToken({ token })).status).toBe(200);
  await expect(agent.use("list_documents", {})).rejects.toThrow(UnauthorizedError);
});

it("is turned out by its person", async () => {
  await accept("viewer");
  await letIn();
  await console.open("/account?part=ways");
  await console.click("button", "Turn out Hosted agent");
  await console.click("button", "Turn it out");
  await console.see("The application is out.");
  await expect(agent.use("list_documents", {})).rejects.toThrow(UnauthorizedError);
});

it("is told when the person does not allow it", async () => {
  await accept("viewer");
  await ask();
  await console.click("button", "Do not allow");
  await console.arrive("error=access_denied");
  await expect(agent.goOn()).rejects.toThrow(/access_denied/);
});

it("asks a person: who is signed in by a key reads so, and who is not signed in comes back to the question", async () => {
  await expect(agent.connect()).rejects.toThrow(UnauthorizedError);
  await console.page.goto(agent.asked?.href ?? "");
  await console.arrive("/sign-in");
  expect(console.address).toContain("code_challenge");
  await console.signIn();
  await console.page.goto(agent.asked?.href ?? "");
  await console.see("The application cannot be let in");
  await console.see("sign in as a person");
});
