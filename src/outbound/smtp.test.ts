import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { checkSmtp, parseSmtpUrl, SmtpError, sendSmtp } from "./smtp.ts";

describe("the address of a mail server", () => {
  it.each([
    [
      "smtp://mail.example",
      { host: "mail.example", port: 587, implicitTls: false, startTls: "offered", user: undefined },
    ],
    ["smtps://mail.example", { port: 465, implicitTls: true }],
    [
      "smtp://ann%40a.example:p%3Aw@mail.example:25",
      { port: 25, startTls: "always", user: { name: "ann@a.example", password: "p:w" } },
    ],
    ["smtp://ann:pw@mail.example?starttls=0", { startTls: "never" }],
    ["smtp://mail.example?starttls=1", { startTls: "always" }],
    ["smtp://[::1]:2525", { host: "::1", port: 2525 }],
  ])("%s", (url, expected) => {
    expect(parseSmtpUrl(url)).toMatchObject(expected);
  });
});

describe("a message to a mail server", () => {
  const servers: net.Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  /** A mail server that answers each command by its first word; undefined hangs up. */
  async function serverThat(
    answers: (command: string, socket: net.Socket) => string | undefined,
    greeting = "220 ready",
  ) {
    const received: string[] = [];
    const server = net.createServer((socket) => {
      let isData = false;
      socket.write(`${greeting}\r\n`);
      socket.on("error", () => {});
      socket.on("data", (bytes) => {
        const text = bytes.toString();
        received.push(text);
        if (isData && !text.endsWith("\r\n.\r\n")) return;
        const answer = answers(isData ? "MESSAGE" : text.trim(), socket);
        isData = !isData && answer?.startsWith("354") === true;
        if (answer === undefined) socket.destroy();
        else socket.write(`${answer}\r\n`);
      });
    });
    servers.push(server.listen(0, "127.0.0.1"));
    await once(server, "listening");
    return {
      received,
      url: (login = "") => `smtp://${login}127.0.0.1:${(server.address() as AddressInfo).port}?starttls=0`,
    };
  }

  const plain = (command: string): string => (command === "DATA" ? "354 go on" : "250 ok");
  const envelope = { from: "me@a.example", to: ["ann@a.example", "bob@a.example"] };
  const message = new TextEncoder().encode("Subject: Hello\r\n\r\nText\r\n");
  const send = (url: string, limits?: { connectMs: number; answerMs: number }) =>
    sendSmtp(parseSmtpUrl(url), envelope, message, limits);

  it("is accepted, except for a recipient that the server does not know", async () => {
    const { url, received } = await serverThat((command) =>
      command.startsWith("RCPT TO:<bob") ? "550 no such user" : plain(command),
    );
    const receipt = await send(url());
    expect(receipt.response).toBe("250 ok");
    expect(receipt.rejected).toEqual([{ address: "bob@a.example", code: 550, response: "550 no such user" }]);
    expect(received.join("")).toContain("Subject: Hello\r\n\r\nText\r\n.\r\n");
  });

  it("that is refused carries the server's code", async () => {
    const { url } = await serverThat((command) => (command === "MESSAGE" ? "552 too large" : plain(command)));
    await expect(send(url())).rejects.toMatchObject({ name: "SmtpError", code: 552 });
  });

  it.each([
    [
      "a login that is refused",
      (command: string) =>
        command.startsWith("AUTH") ? "535 wrong" : command.startsWith("EHLO") ? "250 AUTH PLAIN" : plain(command),
      "ann:pw@",
      /login was refused/,
    ],
    ["a server that hangs up", () => undefined, "", /closed/i],
  ] as const)("and %s: nothing is said about the message", async (_, answers, login, words) => {
    const { url } = await serverThat(answers);
    const failure = await send(url(login)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SmtpError);
    expect(failure).toMatchObject({ code: undefined, message: expect.stringMatching(words) });
  });

  it("is given up if the server goes on and on with one answer", async () => {
    const { url } = await serverThat((command, socket) => {
      if (!command.startsWith("EHLO")) return plain(command);
      const timer = setInterval(() => socket.write("250-and on\r\n"), 10);
      socket.on("close", () => clearInterval(timer));
      return "250-me";
    });
    await expect(send(url(), { connectMs: 50, answerMs: 50 })).rejects.toMatchObject({
      name: "SmtpError",
      code: undefined,
      message: expect.stringContaining("did not answer in time"),
    });
  });

  it("is given up if the server says nothing", async () => {
    const { url } = await serverThat(plain, "220-wait");
    await expect(send(url(), { connectMs: 50, answerMs: 50 })).rejects.toMatchObject({
      name: "SmtpError",
      code: undefined,
    });
  });

  it("is not sent where a server is only tried: it is signed in to and left, or the reason why it cannot be is said", async () => {
    const login = (answer: string) => (command: string) =>
      command.startsWith("AUTH") ? answer : command.startsWith("EHLO") ? "250 AUTH PLAIN" : plain(command);
    const open = await serverThat(login("235 welcome"));
    await checkSmtp(parseSmtpUrl(open.url("ann:pw@")));
    await expect.poll(() => open.received.at(-1)).toBe("QUIT\r\n");
    const auth = Buffer.from("\0ann\0pw").toString("base64");
    expect(open.received).toEqual(["EHLO docloom\r\n", `AUTH PLAIN ${auth}\r\n`, "QUIT\r\n"]);

    const closed = await serverThat(login("535 wrong"));
    await expect(checkSmtp(parseSmtpUrl(closed.url("ann:pw@")))).rejects.toMatchObject({
      name: "SmtpError",
      code: undefined,
      message: expect.stringMatching(/^The mail server 127\.0\.0\.1: The login was refused/),
    });
  });
});
