import { readFileSync } from "node:fs";
import path from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** The certificate of the servers below; vitest.config.ts makes it trusted. */
const CERTIFICATES = path.resolve(import.meta.dirname, "../../fixtures/smtp-certificate");

export interface ReceivedMail {
  from: string;
  recipients: string[];
  secure: boolean;
  user: string | undefined;
  mail: Email;
  at: number;
}

/** How a mail server behaves; each may change while it runs. */
export interface SmtpBehavior {
  /** Answer to RCPT TO; undefined takes the recipient. */
  refuseRecipient?: (address: string) => { code: number; message: string } | undefined;
  /** Answer to the end of DATA; undefined takes the mail. */
  refuseMail?: () => { code: number; message: string } | undefined;
  /** Accepts the mail and never says so. */
  hangAfterData?: () => boolean;
}

export interface TestSmtpServer {
  port: number;
  received: ReceivedMail[];
  behavior: SmtpBehavior;
  close(): Promise<void>;
}

/** A real mail server on the loopback. */
export async function startSmtpServer(
  kind: "plain" | "starttls" | "tls",
  login?: { user: string; password: string },
  { onlyAscii = false } = {},
): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = [];
  const behavior: SmtpBehavior = {};
  const answer = (refusal: { code: number; message: string }) =>
    Object.assign(new Error(refusal.message), { responseCode: refusal.code });

  const server = new SMTPServer({
    key: readFileSync(path.join(CERTIFICATES, "key.pem")),
    cert: readFileSync(path.join(CERTIFICATES, "certificate.pem")),
    secure: kind === "tls",
    disabledCommands: kind === "plain" ? ["STARTTLS"] : [],
    hideSMTPUTF8: onlyAscii,
    authOptional: !login,
    allowInsecureAuth: false,
    onAuth({ username, password }, _session, done) {
      if (login && username === login.user && password === login.password) done(null, { user: username });
      else done(new Error("Invalid username or password"));
    },
    onRcptTo({ address }, _session, done) {
      const refusal = behavior.refuseRecipient?.(address);
      done(refusal ? answer(refusal) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const refusal = behavior.refuseMail?.();
        if (refusal) return done(answer(refusal));
        received.push({
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : "",
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          secure: Boolean(session.secure),
          user: typeof session.user === "string" ? session.user : undefined,
          mail: await PostalMime.parse(Buffer.concat(chunks)),
          at: Date.now(),
        });
        if (!behavior.hangAfterData?.()) done(null, "queued");
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as { port: number };
  return { port, received, behavior, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
