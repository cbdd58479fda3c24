import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { localSecretsKey, readServiceSettings, takenFrom } from "../../scripts/service-settings.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "docloom-settings-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

function devVars(text: string): string {
  const file = path.join(folder, ".dev.vars");
  fs.writeFileSync(file, text);
  return file;
}

describe("settings of npm start", () => {
  it("come from the environment first, then from .dev.vars, and state their sources", () => {
    const file = devVars("API_KEY=written\nMAIL_FROM=Docs <docs@example.com>\nSMTP_URL=\n");
    const settings = readServiceSettings({ API_KEY: "given", API_SECRET: "", PATH: "/bin" }, 8_788, file);
    expect(settings.values).toEqual({
      API_KEY: "given",
      MAIL_FROM: "Docs <docs@example.com>",
      PUBLIC_BASE_URL: "http://127.0.0.1:8788",
      LOCAL_MAILBOX: "1",
    });
    expect(takenFrom(settings.sources)).toEqual([
      "Settings from the environment: API_KEY",
      "Settings from .dev.vars: MAIL_FROM",
    ]);
  });

  it("show mails to nobody where the service is reachable from elsewhere, unless somebody says so", () => {
    const none = path.join(folder, "none");
    const mailbox = (environment: Record<string, string>, host?: string) =>
      readServiceSettings(environment, 8_787, none, host).values.LOCAL_MAILBOX;
    expect(mailbox({})).toBe("1");
    expect(mailbox({}, "0.0.0.0")).toBe("keep");
    expect(mailbox({ PUBLIC_BASE_URL: "https://docs.example.com" })).toBe("keep");
    expect(mailbox({ LOCAL_MAILBOX: "1" }, "0.0.0.0")).toBe("1");
  });

  it("send mails if there is a mail server", () => {
    const { values } = readServiceSettings({ SMTP_URL: "smtp://127.0.0.1:25" }, 8_787, path.join(folder, "none"));
    expect(values).toMatchObject({ LOCAL_MAILBOX: "0", SMTP_URL: "smtp://127.0.0.1:25" });
  });

  it("have a key for secrets, made once, that nobody else can read", () => {
    const key = localSecretsKey(path.join(folder, "state"));
    expect(Buffer.from(key, "base64")).toHaveLength(32);
    expect(localSecretsKey(path.join(folder, "state"))).toBe(key);
    expect(fs.statSync(path.join(folder, "state/secrets-key")).mode & 0o077).toBe(0);
  });
});
