import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { present } from "../../src/domain/present.ts";
import { pngSamples, readPngImage } from "../../src/image/png/png-image.ts";
import { type DeliveryService, startDeliveryService } from "../support/servers/delivery-service.ts";
import { startSmtpServer, type TestSmtpServer } from "../support/servers/smtp.ts";

let service: DeliveryService;
let smtp: TestSmtpServer;
const inbox = (address: string) => smtp.received.filter(({ recipients }) => recipients.includes(address));

beforeAll(async () => {
  smtp = await startSmtpServer("plain");
  service = await startDeliveryService({
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: "Docs <docs@example.com>",
  });
});
afterAll(async () => {
  await service.close();
  await smtp.close();
});

/** The link at the end of a mail, as a path. */
function linkIn(text: string | undefined): string {
  const link = /https?:\/\/\S+\/files\/[\w-]+/.exec(text ?? "")?.[0];
  if (!link) throw new Error(`no link in: ${text}`);
  return new URL(link).pathname;
}

/** Tries the delivery of a run again that was given up. */
async function again(runId: string): Promise<void> {
  await service.call("POST", `/api/deliveries/${(await service.run(runId)).deliveries[0].id}/retry`);
}

const open = (path: string, password?: string, accept = "*/*") =>
  service.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", accept },
    body: new URLSearchParams(password === undefined ? {} : { password }).toString(),
  });

describe("e-mails", () => {
  it("bring the file, named by the document, to everybody once", async () => {
    const runId = await service.deliver(
      "email",
      {
        to: '"{$Name}" <{$Email}>, second@example.com',
        cc: "copy@example.com",
        bcc: "blind@example.com",
        reply_to: "answers@example.com",
        subject: "Für {$Name} ✓",
        html: "<h1>Dear {$Name}</h1><p>See <a href='https://example.com/x'>this</a></p>",
      },
      { Name: "Zoë <b>", Email: "zoe@example.com" },
    );
    const delivery = await service.untilStatus(runId, "done");
    const [received, ...more] = inbox("zoe@example.com");
    expect(more).toEqual([]);
    expect(present(received).recipients).toEqual([
      "zoe@example.com",
      "second@example.com",
      "copy@example.com",
      "blind@example.com",
    ]);
    const { mail } = present(received);
    expect(mail).toMatchObject({ subject: "Für Zoë <b> ✓", from: { address: "docs@example.com", name: "Docs" } });
    expect(mail.to?.map(({ address }) => address)).toEqual(["zoe@example.com", "second@example.com"]);
    expect(mail.bcc ?? []).toEqual([]);
    expect(mail.replyTo?.[0]?.address).toBe("answers@example.com");
    expect(mail.messageId).toBe(`<${delivery.id}@example.com>`);
    expect(mail.html).toContain("<h1>Dear Zoë &lt;b&gt;</h1>");
    expect(mail.text).toContain("https://example.com/x");
    expect(mail.attachments).toMatchObject([{ filename: "Letter to Zoë b.html", mimeType: "text/html" }]);
    expect(Buffer.from(present(mail.attachments[0]).content as ArrayBuffer).toString()).toContain("Dear Zoë");
    expect(delivery.attempts).toMatchObject([{ ok: true, response: "250 queued" }]);
  });

  it("have the merged html as their body if the output is email", async () => {
    const { address } = await service.document(
      [{ type: "email", settings: { to: "body@example.com", subject: "S" } }],
      { output: "email" },
    );
    await service.untilStatus(await service.merge(address, { Name: "Ann" }), "done");
    const { mail } = present(inbox("body@example.com")[0]);
    expect(mail.html).toContain("<p>Dear Ann</p>");
    expect(mail.text).toContain("Dear Ann");
    expect(mail.attachments).toEqual([]);
  });

  it("take further documents along as links where the own one is protected", async () => {
    const bill = await service.document([], { html: "<p>{$Name} owes</p>", output_name: "Bill" });
    const settings = { to: "linked@example.com", text: "Hello", security: "medium", password: "{$Zip}" };
    const runId = await service.deliver(
      "email",
      { ...settings, attach_documents: bill.id },
      { Name: "Ann", Zip: "89" },
    );
    await service.untilStatus(runId, "done");
    const { text = "", attachments } = present(inbox("linked@example.com")[0]).mail;
    expect(attachments).toEqual([]);
    const [, second] = [...text.matchAll(/^(.*): (http\S+)$/gm)].map(([, name, url]) => ({ name, url: present(url) }));
    expect(second?.name).toBe("Bill.html");
    const path = new URL(present(second).url).pathname;
    expect((await open(path, "90")).status).not.toBe(200);
    expect(await (await open(path, "89")).text()).toContain("Ann owes");
  });

  it("are not sent where a further document cannot be merged, which is named", async () => {
    const broken = await service.document([], { name: "Broken", html: "<p>{$Name|str_repeat:99999999}</p>" });
    const gone = await service.document([], { name: "Gone" });
    const one = await service.deliver("email", { to: "none@example.com", attach_documents: broken.id });
    const two = await service.document([
      { type: "email", settings: { to: "none@example.com", attach_documents: gone.id } },
    ]);
    await service.call("DELETE", `/api/documents/${gone.id}`);
    const other = await service.merge(two.address, { Name: "Ann" });
    const response = async (runId: string) => (await service.untilStatus(runId, "dead")).attempts[0]?.response;
    expect(await response(one)).toContain(
      `The document “Broken” (${broken.id}), which the mail attaches, could not be merged:`,
    );
    expect(await response(other)).toBe(`The document ${gone.id}, which the mail attaches, does not exist any more.`);
    expect(inbox("none@example.com")).toEqual([]);

    await service.call("POST", `/api/bin/document/${gone.id}/restore`);
    await again(other);
    await service.untilStatus(other, "done");
    expect(present(inbox("none@example.com")[0]).mail.attachments).toHaveLength(2);
  });

  it("are not sent with a document in test mode, unless they are tests themselves", async () => {
    const terms = await service.document([], { name: "Terms", html: "<p>Terms</p>", active: 0 });
    const settings = { to: "live@example.com", attach_documents: terms.id, send_in_test: 1 };
    const letter = await service.document([{ type: "email", settings }]);
    const live = await service.merge(letter.address, { Name: "Ann" });
    const refused = present((await service.untilStatus(live, "dead")).attempts[0]).response;
    expect(refused).toContain(`The document “Terms” (${terms.id}), which the mail attaches, is in test mode`);
    expect(inbox("live@example.com")).toEqual([]);

    const test = await service.merge(letter.address, { Name: "Bob" }, "?test=1");
    await service.untilStatus(test, "done");
    await service.call("PUT", `/api/documents/${terms.id}`, { active: 1 });
    await again(live);
    await service.untilStatus(live, "done");
    const runs = (await service.call("GET", `/api/runs?document_id=${terms.id}`)).body;
    const tests = new Map(runs.map((run: { parent_id: string; test: boolean }) => [run.parent_id, run.test]));
    expect([runs.length, tests.get(live), tests.get(test)]).toEqual([2, false, true]);
    expect(inbox("live@example.com").map(({ mail }) => mail.attachments.length)).toEqual([2, 2]);
  });

  it("carry a link instead of a file that is too large", async () => {
    const { address } = await service.document(
      [{ type: "email", settings: { to: "large@example.com", text: "Hello" } }],
      { html: "{for $i=1 to 11000}<p>{'x'|str_repeat:1000}</p>{/for}" },
    );
    const response = await service.fetch(`${address}?download=1`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    const size = (await response.arrayBuffer()).byteLength;
    expect(size).toBeGreaterThan(10_500_000);
    await service.untilStatus(present(response.headers.get("x-run-id")), "done");
    const { mail } = present(inbox("large@example.com")[0]);
    expect(mail.attachments).toEqual([]);
    // No PUBLIC_BASE_URL is set: the link leads where the document was made.
    expect(mail.text).toContain(`${service.origin}/files/`);
    const file = await service.fetch(linkIn(mail.text));
    expect((await file.arrayBuffer()).byteLength).toBe(size);
  });

  it("are sent again after greylisting with the same Message-ID, only to those who do not have it", async () => {
    let refusals = 1;
    smtp.behavior.refuseRecipient = (address) =>
      address === "grey@example.com" && refusals-- > 0 ? { code: 450, message: "Greylisted, come back" } : undefined;
    const html = "<p>{$smarty.now|date_format:'%s'}</p><svg width='10' height='10'><circle r='5'/></svg>";
    const runId = await service.deliver("email", { to: "grey@example.com, white@example.com", html });
    const delivery = await service.untilStatus(runId, "done");
    expect(delivery.attempts.map(({ ok }) => ok)).toEqual([false, true]);
    expect(present(delivery.attempts[0]).response).toContain("Greylisted");
    expect(inbox("white@example.com")).toHaveLength(1);
    expect(inbox("grey@example.com")).toHaveLength(1);
    expect(present(inbox("grey@example.com")[0]).mail.messageId).toBe(
      present(inbox("white@example.com")[0]).mail.messageId,
    );
    const [gray, white] = [inbox("grey@example.com"), inbox("white@example.com")].map(([received]) => received?.mail);
    expect([gray?.html, gray?.date]).toEqual([white?.html, white?.date]);
    expect(gray?.attachments?.map(({ content }) => content)).toEqual(white?.attachments?.map(({ content }) => content));
  });

  it("are dead if the server refuses them for good, and wait if it only refuses for now", async () => {
    smtp.behavior.refuseRecipient = (address) => {
      if (address === "nobody@example.com") return { code: 550, message: "No such user" };
      return address === "later@example.com" ? { code: 451, message: "Try later" } : undefined;
    };
    const [dead, waiting] = await Promise.all(
      ["nobody@example.com", "later@example.com"].map((to) => service.deliver("email", { to })),
    );
    expect(present((await service.untilStatus(present(dead), "dead")).attempts[0]).response).toContain("No such user");
    const delivery = await service.until(present(waiting), ({ attempts }) => attempts.length === 1);
    expect(delivery).toMatchObject({ status: "pending", tries: 1 });
    smtp.behavior.refuseRecipient = undefined;
    await service.untilStatus(present(waiting), "done");
  });

  it.each([
    ["what is not an address", { to: "{$Name}" }, { Name: "not an address" }, "not an e-mail address"],
    ["nobody", { to: "{$Nobody}" }, {}, "nobody to send to"],
    [
      "header lines in the address",
      { to: "{$Name}" },
      { Name: "a@example.com\r\nBcc: evil@example.com" },
      '"to" holds "a@example.com Bcc: evil@example.com"',
    ],
    ["an empty password", { to: "a@example.com", security: "medium", password: "{$Pin}" }, {}, "password is empty"],
    [
      "what is not a number of days",
      { to: "a@example.com", expires: "{$Name}" },
      { Name: "soon" },
      "not a number of days",
    ],
  ])("are never sent with %s", async (_, settings, data, reason) => {
    const before = smtp.received.length;
    const delivery = await service.untilStatus(await service.deliver("email", settings, data), "dead");
    expect(present(delivery.attempts[0]).response).toContain(reason);
    expect(smtp.received).toHaveLength(before);
  });

  it("reach whom they can: who is refused for good, and what is no address, is told, and tried again alone", async () => {
    smtp.behavior.refuseRecipient = (address) =>
      address === "left@example.com" ? { code: 550, message: "No such user" } : undefined;
    const settings = { to: "stays@example.com, left@example.com", cc: "{$Copies}" };
    const runId = await service.deliver("email", settings, { Copies: ["copies@example.com", "n/a"] });
    const delivery = await service.untilStatus(runId, "partial");
    expect(delivery.attempts).toMatchObject([{ ok: false }]);
    expect(delivery.attempts[0]?.response).toContain('"cc" holds "n/a"');
    expect(delivery.attempts[0]?.response).toContain("left@example.com: 550 No such user");
    expect(
      [inbox("stays@example.com"), inbox("copies@example.com"), inbox("left@example.com")].map((mails) => mails.length),
    ).toEqual([1, 1, 0]);

    smtp.behavior.refuseRecipient = undefined;
    await service.call("POST", `/api/deliveries/${present(delivery.attempts[0]).id}/retry`);
    await service.until(runId, ({ attempts }) => attempts.length === 2);
    expect([inbox("stays@example.com"), inbox("left@example.com")].map((mails) => mails.length)).toEqual([1, 1]);
  });

  it("add nobody that the data name beside a name, and go to domains in A-labels", async () => {
    const data = { Name: 'x" <evil@example.com>, "y' };
    await service.untilStatus(await service.deliver("email", { to: '"{$Name}" <büro@münchen.example>' }, data), "done");
    // The server of the tests shows domains as people read them.
    expect(inbox("büro@münchen.example")).toHaveLength(1);
    expect(inbox("evil@example.com")).toEqual([]);
  });

  it("keep the lines of a body that is typed as text", async () => {
    const settings = { to: "lines@example.com", html: "Dear {$Name},\n\nthank you.\nDocloom" };
    await service.untilStatus(await service.deliver("email", settings), "done");
    const { mail } = present(inbox("lines@example.com")[0]);
    expect(mail.html).toContain("Dear Ann,<br>\n<br>\nthank you.<br>\nDocloom");
    expect(mail.text?.trim()).toBe("Dear Ann,\n\nthank you.\nDocloom");
  });

  it("show drawings as pictures: PNG, twice as fine, with what the page shows around them", async () => {
    const svg = `<svg width="0" height="0"><symbol id="s"><rect width="100%" height="100%"/></symbol></svg>
      <svg width="31" height="17" aria-label="Mark"><use href="#s" width="10" height="17"/></svg>
      <img alt="Bar" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='25' height='7'><rect width='5' height='7'/></svg>">`;
    const settings = { to: "drawing@example.com", html: `<p>{$Name}</p>${svg}`, attach: "0" };
    await service.untilStatus(await service.deliver("email", settings), "done");
    const { mail } = present(inbox("drawing@example.com")[0]);
    expect(mail.html).not.toContain("svg");
    expect(mail.html).toMatch(/<img src="cid:[^"]+" alt="Mark" width="31" height="17">/);
    const images = (mail.attachments ?? []).map(({ mimeType, content }) => {
      const image = readPngImage(new Uint8Array(content as ArrayBuffer));
      const { widthPixels, heightPixels } = image;
      const samples = pngSamples(image);
      const alphaAt = (x: number, y: number) => samples[(y * widthPixels + x) * 4 + 3];
      return [mimeType, widthPixels, heightPixels, alphaAt(4, 4), alphaAt(widthPixels - 4, 4)];
    });
    expect(images).toEqual([
      ["image/png", 62, 34, 255, 0],
      ["image/png", 50, 14, 255, 0],
    ]);
  });

  it("go to ten addresses at most when whoever merges has nothing but the address", async () => {
    const list = { People: Array.from({ length: 11 }, (_, index) => `crowd${index}@example.com`) };
    const delivery = await service.untilStatus(await service.deliver("email", { to: "{$People}" }, list), "dead");
    expect(delivery.attempts[0]?.response).toContain(
      "11 addresses; 10 are allowed for one record that came without credentials",
    );
    expect(inbox("crowd0@example.com")).toEqual([]);
  });

  it("go to ten addresses at most by data routes and batches, too, and to more with credentials", async () => {
    const list = { People: Array.from({ length: 11 }, (_, index) => `throng${index}@example.com`) };
    const document = await service.document([{ type: "email", settings: { to: "{$People}", attach: "0" } }]);
    const { body: route } = await service.call("POST", "/api/routes", {
      name: "R",
      rules: [{ document_id: document.id }],
    });
    const { body: over } = await service.call("POST", "/api/documents", {
      name: "O",
      type: "html",
      output: "html",
      html: "<p>",
    });
    const handsOn = { type: "route", settings: { route_id: route.id } };
    await service.call("POST", `/api/documents/${over.id}/deliveries`, handsOn);
    const address = new URL(route.url).pathname;
    const json = { method: "POST", headers: { "content-type": "application/json" } };
    for (const [path, body] of [
      [address, list],
      [`${address}/batch`, [list]],
      [`${document.address}/batch`, [list]],
      [new URL(over.url).pathname, list],
    ] as const)
      expect((await service.fetch(path, { ...json, body: JSON.stringify(body) })).status).toBeLessThan(300);
    const statuses = async () =>
      (await service.call("GET", `/api/deliveries?document_id=${document.id}`)).body.map(
        ({ status }: { status: string }) => status,
      );
    await expect.poll(statuses, { timeout: 30_000 }).toEqual(["dead", "dead", "dead", "dead"]);
    expect(inbox("throng0@example.com")).toEqual([]);

    await service.call("POST", `/api/routes/${route.id}/merge`, list);
    await service.call("POST", `/api/documents/${document.id}/batch`, [list]);
    await expect
      .poll(async () => (await statuses()).filter((status: string) => status === "done").length, { timeout: 30_000 })
      .toBe(2);
    expect(inbox("throng10@example.com")).toHaveLength(2);
  });

  it("keep what the data put after a line break within the subject", async () => {
    const data = { Name: "A\r\nBcc: evil@example.com" };
    await service.untilStatus(
      await service.deliver("email", { to: "one-line@example.com", subject: "{$Name}" }, data),
      "done",
    );
    expect(inbox("one-line@example.com").map(({ mail }) => mail.subject)).toEqual(["A Bcc: evil@example.com"]);
    expect(inbox("evil@example.com")).toEqual([]);
  });

  it("are shown, not sent, in test mode", async () => {
    const runId = await service.deliver(
      "email",
      { to: "test@example.com", html: "<p>{$Name}</p>" },
      { Name: "Ann" },
      "?test=1",
    );
    const { preview } = await service.untilStatus(runId, "held");
    expect(preview).toMatchObject({ to: "test@example.com", files: "attached", html: "<p>Ann</p>", text: "Ann" });
    expect(inbox("test@example.com")).toEqual([]);
  });
});

describe("protected files", () => {
  it("medium: ask for the password, any number of times, and never mail it", async () => {
    const pin = "Käse 42";
    const runId = await service.deliver(
      "email",
      { to: "medium@example.com", html: "<p>Hi</p>", security: "medium", password: "{$Pin}", expires: "2" },
      { Name: "Ann", Pin: pin },
    );
    await service.untilStatus(runId, "done");
    const { mail } = present(inbox("medium@example.com")[0]);
    expect(mail.attachments).toEqual([]);
    expect(JSON.stringify([mail.html, mail.text, mail.subject, await service.run(runId)])).not.toContain(pin);
    const link = linkIn(mail.text);

    const page = await service.fetch(link);
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self'");
    expect(await page.text()).toContain('name="password"');
    expect((await service.fetch(link, { method: "HEAD" })).status).toBe(200);

    expect((await open(link, "wrong")).status).toBe(403);
    const again = await open(link, "wrong", "text/html");
    expect(again.status).toBe(403);
    expect(await again.text()).toContain("The password is wrong.");
    for (const spelling of [pin, `${pin.normalize("NFD")} `]) {
      const file = await open(link, spelling);
      expect(file.status).toBe(200);
      expect(await file.text()).toContain("Dear Ann");
    }
  });

  it("lock after five wrong passwords, even if the guesses come at once", async () => {
    const runId = await service.deliver("email", { to: "lock@example.com", security: "medium", password: "right" });
    await service.untilStatus(runId, "done");
    const link = linkIn(present(inbox("lock@example.com")[0]).mail.text);
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, index) => open(link, `guess ${index}`)));
    const statuses = guesses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
    const locked = await open(link, "right");
    expect(locked.status).toBe(429);
    expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(60);
  });

  it("high: open once, whatever looked at the link before, and for one of many at once", async () => {
    const runId = await service.deliver("email", { to: "high@example.com", security: "high", password: "{$Name}" });
    await service.untilStatus(runId, "done");
    const link = linkIn(present(inbox("high@example.com")[0]).mail.text);
    for (const method of ["GET", "HEAD", "GET"]) expect((await service.fetch(link, { method })).status).toBe(200);
    expect((await open(link, "wrong")).status).toBe(403);
    const opened = await Promise.all([1, 2, 3].map(() => open(link, "Ann")));
    expect(opened.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect((await service.fetch(link)).status).toBe(404);
    expect((await open(link, "Ann")).status).toBe(404);
  });
});

// Behind the others: a server that has refused is left in peace for a while.
describe("e-mails with further documents", () => {
  it("take along further documents, merged with the same data, once however often they are tried", async () => {
    const terms = await service.document([], { name: "Terms", html: "<p>Terms for all</p>", output_name: "Terms" });
    const bill = await service.document([{ type: "email", settings: { to: "wrong@example.com" } }], {
      name: "Bill",
      html: "<p>{$Name} owes</p>",
      output_name: "Bill of {$Name}",
    });
    let refusals = 1;
    smtp.behavior.refuseRecipient = (address) =>
      address === "several@example.com" && refusals-- > 0 ? { code: 450, message: "Come back" } : undefined;
    const settings = { to: "several@example.com", attach_documents: `${bill.id}, ${terms.id}` };
    const runId = await service.deliver("email", settings, { Name: "Ann" });
    const delivery = await service.untilStatus(runId, "done");
    smtp.behavior.refuseRecipient = undefined;
    const [{ mail }, ...more] = inbox("several@example.com") as [(typeof smtp.received)[number]];
    expect(more).toEqual([]);
    const names = ["Letter to Ann.html", "Bill of Ann.html", "Terms.html"];
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(names);
    expect(delivery.attempts.map(({ ok }) => ok)).toEqual([false, true]);
    expect(delivery.preview).toMatchObject({ files: "attached", attachments: names });
    const { body: made } = await service.call("GET", `/api/runs?parent_id=${runId}`);
    expect(made.map(({ document_id }: { document_id: string }) => document_id).sort()).toEqual(
      [bill.id, terms.id].sort(),
    );
    expect(inbox("wrong@example.com")).toEqual([]);
  });
});
