import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort, isListening } from "./ports.ts";

const MODULES = "/usr/lib/apache2/modules";
const NEEDED = [
  ...["mpm_event", "authn_core", "authn_file", "authz_core", "authz_user", "auth_basic", "dav", "dav_fs"],
];
export const LOGIN = { user: "ann", password: "app-password-1" } as const;

/** Debian's Apache with WebDAV: a folder that may be written, one that may not, and the files as they are on the disk. */
export async function startApache() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "docloom-apache-"));
  const files = path.join(folder, "files");
  for (const name of ["files", "files/closed", "lock"]) fs.mkdirSync(path.join(folder, name));
  const port = await freePort();
  const hash = createHash("sha1").update(LOGIN.password).digest("base64");
  fs.writeFileSync(path.join(folder, "users"), `${LOGIN.user}:{SHA}${hash}\n`);
  fs.writeFileSync(
    path.join(folder, "httpd.conf"),
    [
      ...NEEDED.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`),
      `ServerRoot ${folder}`,
      "ServerName 127.0.0.1",
      `Listen 127.0.0.1:${port}`,
      `PidFile ${folder}/pid`,
      `ErrorLog ${folder}/errors`,
      `DocumentRoot ${files}`,
      `DavLockDB ${folder}/lock/db`,
      "User www-data",
      "Group www-data",
      "<Location />",
      "  Dav On",
      "  AuthType Basic",
      "  AuthName files",
      `  AuthUserFile ${folder}/users`,
      "  Require valid-user",
      "</Location>",
      "<LocationMatch ^/closed/>",
      "  Require all denied",
      "</LocationMatch>",
      "<LocationMatch ^/small/>",
      "  LimitRequestBody 100",
      "</LocationMatch>",
    ].join("\n"),
  );
  fs.mkdirSync(path.join(files, "small"));
  // Apache gives up being root.
  spawnSync("chown", ["-R", "www-data", folder]);
  const server = spawn("apache2", ["-f", path.join(folder, "httpd.conf"), "-D", "FOREGROUND"], { stdio: "inherit" });
  await isListening(port);

  return {
    port,
    stored: () => readAll(files),
    async stop(): Promise<void> {
      server.kill();
      await once(server, "close");
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

function readAll(folder: string): Map<string, Uint8Array> {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  // Apache's own halves of uploads that were cut are no files of the store: nobody is shown them under a name.
  const files = entries.filter(({ name }) => !name.startsWith(".davfs.tmp"));
  return new Map(
    files.map(({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return [path.relative(folder, file), fs.readFileSync(file)] as const;
    }),
  );
}
