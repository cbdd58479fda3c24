import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import {
  knownSecretsKey,
  leftOutKey,
  localSecretsKey,
  newSecretsKey,
  readServiceSettings,
  takenFrom,
} from "../../scripts/service-settings.ts";

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

  const keyFile = (state: string) => path.join(state, "secrets-key");
  const newState = () => fs.mkdtempSync(path.join(folder, "state-"));

  it("have a key for secrets, made once, as a whole, that nobody else can read", () => {
    const state = path.join(newState(), "new");
    const key = localSecretsKey(state, false);
    expect(Buffer.from(key, "base64")).toHaveLength(32);
    expect([localSecretsKey(state, true), knownSecretsKey(state)]).toEqual([key, key]);
    expect(fs.readdirSync(state)).toEqual(["secrets-key"]);
    expect(fs.statSync(keyFile(state)).mode & 0o077).toBe(0);
  });

  it("have no other key where data were written under one that is lost", () => {
    const state = newState();
    expect(() => localSecretsKey(state, true)).toThrow(`${keyFile(state)} is missing, and secrets of the data`);
    expect(fs.readdirSync(state)).toEqual([]);
    expect(knownSecretsKey(state)).toBeUndefined();
  });

  const key = Buffer.alloc(32, 7).toString("base64");
  it.each([
    ["empty", "", "is empty"],
    ["blank", "\n", "is empty"],
    ["cut off", key.slice(0, 20), "is damaged"],
    ["too long", `${key}${key}`, "is damaged"],
    ["not base64", "?".repeat(44), "is damaged"],
  ])("have no key that is %s, whoever reads it", (_, text, reason) => {
    const state = newState();
    fs.writeFileSync(keyFile(state), text);
    for (const read of [
      () => knownSecretsKey(state),
      () => localSecretsKey(state, true),
      () => localSecretsKey(state, false),
    ])
      expect(read).toThrow(`${keyFile(state)} ${reason}`);
    expect(fs.readFileSync(keyFile(state), "utf8")).toBe(text);
  });

  it("say so where a key is given beside another one that was made", () => {
    const state = newState();
    expect(leftOutKey(state, key)).toBeUndefined();
    const made = localSecretsKey(state, false);
    expect(leftOutKey(state, key)).toContain(`${keyFile(state)} has another key`);
    for (const given of [made, `${key} ${made}`]) expect(leftOutKey(state, given)).toBeUndefined();
  });

  it("take a key with former ones beside it", () => {
    const state = newState();
    fs.writeFileSync(keyFile(state), `${newSecretsKey()} ${key}\n`);
    expect(localSecretsKey(state, true).split(" ")[1]).toBe(key);
  });
});
