import { expect, it } from "vitest";
import { DevToolsConnection, type MessageTransport, PageEnded } from "./devtools-connection.ts";

it("fails what waits for a page whose process has ended, and nothing of other pages", async () => {
  const sent: string[] = [];
  const transport: MessageTransport = { send: (message) => void sent.push(message), close() {} };
  const connection = new DevToolsConnection(transport);
  const [ended, other] = [connection.session("a"), connection.session("b")];
  const waits = [ended.send("Page.enable"), ended.next("Page.loadEventFired")];
  const neighbor = other.send("Page.enable");
  transport.onmessage?.(JSON.stringify({ method: "Inspector.targetCrashed", sessionId: "a", params: {} }));
  for (const wait of waits) await expect(wait).rejects.toThrow(PageEnded);
  transport.onmessage?.(JSON.stringify({ id: 2, result: {}, sessionId: "b" }));
  expect(await neighbor).toEqual({});
});
