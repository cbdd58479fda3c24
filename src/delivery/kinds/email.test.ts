import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { standIn } from "../../domain/testing/stand-in.ts";
import type { Env } from "../../env.ts";
import { DeliveryError } from "../delivery-error.ts";
import { deliveryContext } from "../testing/delivery-context.ts";
import { emailKind } from "./email.ts";

type Sent = Record<string, unknown> & { attachments: { filename: string; content: Uint8Array }[] };

/** What the EMAIL binding is given for a delivery; or what becomes of a failure of the binding. */
async function sentWith(
  settings: Record<string, unknown>,
  {
    data = {},
    sizeBytes = 100,
    fails,
    accepted,
  }: { data?: Record<string, unknown>; sizeBytes?: number; fails?: object; accepted?: readonly string[] } = {},
) {
  const sent: Sent[] = [];
  const binding = {
    async send(message: Sent) {
      sent.push(message);
      if (fails) throw Object.assign(new Error("no"), fails);
      return { messageId: "the-binding's-own" };
    },
  };
  const bytes = new Uint8Array(sizeBytes);
  const file = { name: "Letter.pdf", mediaType: "application/pdf", bytes, sha256: "" };
  const bound = { ...env, EMAIL: binding, SMTP_URL: undefined, LOCAL_MAILBOX: "0", MAIL_FROM: "Docs <d@example.com>" };
  const context = deliveryContext(standIn<Env>(bound), "email", settings, data, [file], fetch);
  const links: Date[] = [];
  const receipt = await tried().catch((error: unknown) => error);
  async function tried() {
    const prepared = emailKind.prepare(context);
    const planned = await prepared.links?.();
    if (planned) links.push(planned.rows.expiresAt);
    return await prepared.send({ ...context.entry, preview: accepted && { accepted } }, planned?.links);
  }
  return {
    sent,
    receipt,
    links,
    get message() {
      return present(sent[0]);
    },
  };
}

describe("e-mails by the EMAIL binding", () => {
  it("carry envelope, both bodies, the file and the delivery's id", async () => {
    const { message, receipt } = await sentWith(
      {
        to: '"{$Name}" <a@example.com>, b@example.com',
        cc: "c@example.com",
        bcc: "d@example.com",
        reply_to: "Answers <r@example.com>",
        subject: "For {$Name}",
        html: "<p>Dear {$Name}</p>",
      },
      { data: { Name: "Zoë <b>" } },
    );
    expect(message).toMatchObject({
      from: { name: "Docs", email: "d@example.com" },
      to: [{ name: "Zoë <b>", email: "a@example.com" }, "b@example.com"],
      cc: ["c@example.com"],
      bcc: ["d@example.com"],
      replyTo: { name: "Answers", email: "r@example.com" },
      subject: "For Zoë <b>",
      html: "<p>Dear Zoë &lt;b&gt;</p>",
      text: "Dear Zoë <b>",
      headers: { "X-Docloom-Delivery": "entry1" },
      attachments: [{ disposition: "attachment", filename: "Letter.pdf", type: "application/pdf" }],
    });
    expect(present(message.attachments[0]).content).toHaveLength(100);
    expect(receipt).toEqual({ response: "Accepted as the-binding's-own" });
  });

  it("go to none of those who have it from an earlier try", async () => {
    const settings = { to: "a@example.com, b@example.com, a@example.com", cc: "{$Copies}" };
    const data = { Copies: ["c@example.com", "n/a"] };
    const { message } = await sentWith(settings, { data, accepted: ["b@example.com"] });
    expect([message.to, message.cc]).toEqual([["a@example.com", "a@example.com"], ["c@example.com"]]);
    const { sent, receipt } = await sentWith(settings, {
      data,
      accepted: ["a@example.com", "b@example.com", "c@example.com"],
    });
    expect(sent).toEqual([]);
    expect(receipt).toMatchObject({
      response: "All recipients have it already.",
      missed: [expect.stringContaining("n/a")],
    });
  });

  it("carry the pictures of their html as parts that it shows", async () => {
    const [png, gif] = [btoa("png"), btoa("gif")];
    const html = `<img alt="a" src="data:image/png;base64,${png}"><IMG SRC='data:image/gif;base64,${gif}'>
      <img src="data:image/png;base64,${png}"><img src="https://example.com/a.png"><p>data:image/png;base64,${png}`;
    const { message } = await sentWith({ to: "a@example.com", html, attach: 0 });
    const [first, second] = ["picture1@entry1.example.com", "picture2@entry1.example.com"];
    expect(message.html).toBe(`<img alt="a" src="cid:${first}"><IMG SRC='cid:${second}'>
      <img src="cid:${first}"><img src="https://example.com/a.png"><p>data:image/png;base64,${png}`);
    const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    expect(message.attachments.map(({ content, ...part }) => ({ ...part, content: decode(content) }))).toEqual([
      { disposition: "inline", contentId: first, filename: "picture1.png", type: "image/png", content: "png" },
      { disposition: "inline", contentId: second, filename: "picture2.gif", type: "image/gif", content: "gif" },
    ]);
  });

  it.each([
    [3_600_000, 1, 0],
    [3_700_000, 0, 1],
  ])("carry a file of %i bytes as %i attachments and %i links that expire", async (sizeBytes, attached, linked) => {
    const { message, links } = await sentWith({ to: "a@example.com", text: "Hello" }, { sizeBytes });
    expect(message.attachments).toHaveLength(attached);
    expect(links).toHaveLength(linked);
    expect(String(message.text).includes("/files/")).toBe(linked === 1);
    for (const expiresAt of links) expect(expiresAt.toISOString()).toBe("2026-03-11T05:06:07.000Z");
  });

  it.each([
    ["E_VALIDATION_ERROR", true],
    ["E_RECIPIENT_NOT_ALLOWED", true],
    ["E_CONTENT_TOO_LARGE", true],
    ["E_RATE_LIMIT_EXCEEDED", false],
    ["E_INTERNAL_SERVER_ERROR", false],
    [undefined, false],
  ])("fail with %s: for good is %s", async (code, permanent) => {
    const { receipt } = await sentWith({ to: "a@example.com" }, { fails: { code } });
    expect(receipt).toBeInstanceOf(DeliveryError);
    expect((receipt as DeliveryError).context.permanent).toBe(permanent);
  });
});
