import net from "node:net";
import tls from "node:tls";
import SMTPConnection from "nodemailer/lib/smtp-connection";

/** A mail server, as `SMTP_URL` names it. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte (`smtps:`). */
  implicitTls: boolean;
  /** always: refuse a server without STARTTLS; never: do not even ask; offered: use it if the server offers it. */
  startTls: "always" | "never" | "offered";
  user: { name: string; password: string } | undefined;
}

/** Addresses whose domains are in A-labels; the parts before them may need SMTPUTF8 (RFC 6531). */
export interface SmtpEnvelope {
  from: string;
  to: readonly string[];
}

/** A server's answer to a message; `rejected` are recipients that it did not take. */
export interface SmtpReceipt {
  response: string;
  rejected: { address: string; code: number | undefined; response: string }[];
}

/** A message that was not accepted. */
export class SmtpError extends Error {
  override readonly name = "SmtpError";
  /** The server's code (RFC 5321, 4.2); undefined when the connection or the login failed. */
  readonly code: number | undefined;

  constructor(message: string, code: number | undefined, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

const CONNECT_MS = 8_000;
/** A server may think about a message; above this it counts as hanging. */
const ANSWER_MS = 15_000;

/**
 * Reads `smtp://user:password@host:port?starttls=1` or `smtps://...`. With a password STARTTLS is required unless
 * `starttls=0` says otherwise, so that no password goes out in the clear by accident.
 */
export function parseSmtpUrl(text: string): SmtpServer {
  const url = new URL(text);
  const implicitTls = url.protocol === "smtps:";
  const user = url.username
    ? { name: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }
    : undefined;
  const asked = url.searchParams.get("starttls");
  const startTls = asked === "0" ? "never" : asked === "1" || user ? "always" : "offered";
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || (implicitTls ? 465 : 587)),
    implicitTls,
    startTls,
    user,
  };
}

const LIMITS = { connectMs: CONNECT_MS, answerMs: ANSWER_MS };

/**
 * Hands one message to a mail server. The server's name is resolved by the platform.
 * @param message the whole message (RFC 5322)
 * @throws SmtpError
 */
export async function sendSmtp(
  server: SmtpServer,
  envelope: SmtpEnvelope,
  message: Uint8Array,
  limits = LIMITS,
): Promise<SmtpReceipt> {
  return await inSession<SmtpReceipt>(server, limits, (connection, done, fail) => {
    const unreachable = takesUtf8(connection) ? [] : envelope.to.filter(isUtf8);
    const to = envelope.to.filter((address) => !unreachable.includes(address));
    const rejected = unreachable.map((address) => ({
      address,
      code: NO_UTF8.responseCode,
      response: NO_UTF8.message,
    }));
    if (to.length === 0 || (isUtf8(envelope.from) && !takesUtf8(connection))) return fail(NO_UTF8);
    connection.send({ from: envelope.from, to }, Buffer.from(message), (error, info) => {
      if (error || !info) return fail(error);
      const receipt = receiptOf(info);
      done({ ...receipt, rejected: [...rejected, ...receipt.rejected] });
    });
  });
}

/** Connects to a mail server and signs in, and sends nothing. @throws SmtpError */
export async function checkSmtp(server: SmtpServer, limits = LIMITS): Promise<void> {
  await inSession<void>(server, limits, (connection, done) => {
    connection.quit();
    done();
  });
}

/** What is done in a session that is open and signed in. */
type SessionWork<Result> = (
  connection: SMTPConnection,
  done: (result: Result) => void,
  fail: (error: unknown) => void,
) => void;

async function inSession<Result>(
  server: SmtpServer,
  limits: typeof LIMITS,
  work: SessionWork<Result>,
): Promise<Result> {
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    connection: openSocket(server),
    secure: server.implicitTls,
    secured: server.implicitTls,
    requireTLS: server.startTls === "always",
    ignoreTLS: server.startTls === "never",
    connectionTimeout: limits.connectMs,
    greetingTimeout: limits.connectMs,
    socketTimeout: limits.answerMs,
    name: "docloom",
  });
  try {
    return await new Promise<Result>((resolve, reject) => {
      // Before the message is offered, a refusal says nothing about the message.
      let isOffered = false;
      const fail = (error: unknown) => {
        clearTimeout(deadline);
        reject(smtpError(server, error, isOffered));
      };
      const deadline = setTimeout(
        () => fail(new Error("did not answer in time")),
        2 * limits.connectMs + limits.answerMs,
      );
      connection.once("error", fail);
      connection.once("end", () => fail(new Error("closed the connection")));
      const begin = () => {
        isOffered = true;
        const done = (result: Result) => {
          clearTimeout(deadline);
          resolve(result);
        };
        work(connection, done, fail);
      };
      connection.connect((error) => {
        if (error) return fail(error);
        if (!server.user) return begin();
        connection.login({ user: server.user.name, pass: server.user.password }, (refusal) =>
          refusal ? fail(new Error(`The login was refused: ${refusal.message}`)) : begin(),
        );
      });
    });
  } finally {
    connection.close();
  }
}

/** The platform resolves the name, in a container's own network too. */
function openSocket({ host, port, implicitTls }: SmtpServer): net.Socket {
  return implicitTls ? tls.connect({ host, port, servername: host }) : net.connect({ host, port });
}

/** What a server that knows only ASCII would say (RFC 6531, 3.5); it is not asked. */
const NO_UTF8 = {
  responseCode: 553,
  message:
    "553 the part of the address before the @ is not ASCII, which needs SMTPUTF8, and the mail server does not offer that",
};

const isUtf8 = (address: string): boolean => /[^\u0000-\u007f]/.test(address);

/** The client keeps what the server answered to EHLO to itself. */
function takesUtf8(connection: SMTPConnection): boolean {
  const { _supportedExtensions: extensions } = connection as unknown as { _supportedExtensions?: readonly string[] };
  return extensions?.includes("SMTPUTF8") === true;
}

interface SendInfo {
  response?: string;
  rejectedErrors?: readonly { recipient?: string; responseCode?: number; response?: string }[];
}

function receiptOf(info: SendInfo): SmtpReceipt {
  const rejected = (info.rejectedErrors ?? []).map(({ recipient, responseCode, response }) => ({
    address: recipient ?? "",
    code: responseCode,
    response: response ?? "",
  }));
  return { response: info.response ?? "", rejected };
}

function smtpError(server: SmtpServer, error: unknown, isOffered: boolean): SmtpError {
  const { message = "failed", responseCode } = (error ?? {}) as { message?: string; responseCode?: number };
  return new SmtpError(`The mail server ${server.host}: ${message}`, isOffered ? responseCode : undefined, error);
}
