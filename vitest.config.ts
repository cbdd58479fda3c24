import fs from "node:fs";
import path from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { localPlatform } from "./scripts/prepare.mjs";
import { BUNDLE_RULE, serviceBundle, traceToSource } from "./test/support/service-bundle.ts";

// The local browser binding looks for its Chromium here; scripts/setup-chromium.ts puts it there.
process.env.XDG_CACHE_HOME ??= path.join(import.meta.dirname, ".docloom/cache");
Object.assign(process.env, localPlatform);

/** Modules whose code knows nothing of the platform: their tests run in plain Node, which is faster. */
const PURE_MODULES =
  "{domain,sign-in,language,lists,fill-in,invoice,office,spreadsheet,pdf,image,templates,convert,word,page-images,html-page,pages,font,geometry,layout,binary,exchange,metafile,outbound}";

/** Counts lines in code that the runner has changed for it: `npm run coverage`. */
const COUNTS_LINES = process.argv.includes("--coverage.enabled");

/** What is waited for comes at once on a quiet machine; the runner's own second is short beside whole services. */
const WAITING = { poll: { timeout: 15_000 } };

/** Whether a run may be about this project: it names it, or none, or some by a pattern. */
function isAsked(name: string): boolean {
  const asked = process.argv.flatMap((argument, index, all) => {
    if (argument.startsWith("--project=")) return argument.slice("--project=".length);
    return all[index - 1] === "--project" ? argument : [];
  });
  return asked.length === 0 || asked.some((each) => each === name || !/^\w+$/.test(each));
}

const IN_WORKERD = {
  include: ["src/**/*.test.{ts,tsx}", "test/conformance/**/*.test.ts", "test/hostile/**/*.test.ts"],
  exclude: [`src/${PURE_MODULES}/**`, "**/*.node.test.ts"],
  setupFiles: ["./test/setup.ts"],
};

/** What tests in workerd take from one bundle. Counted or watched, the code stays in its files. */
async function bundledService() {
  if (COUNTS_LINES || !process.argv.includes("run")) return undefined;
  const { unstable_readConfig } = await import("wrangler");
  const { main = "", alias = {} } = unstable_readConfig({ config: path.join(import.meta.dirname, "wrangler.toml") });
  const root = import.meta.dirname;
  const files = fs.globSync([...IN_WORKERD.include, ...IN_WORKERD.setupFiles], {
    cwd: root,
    exclude: IN_WORKERD.exclude,
  });
  return serviceBundle({ main, alias, tests: files.map((file) => path.resolve(root, file)) });
}

/** Tests inside workerd. The plugin is as large as all of wrangler: other projects start in half the time without it. */
async function inWorkerd(): Promise<TestProjectInlineConfiguration> {
  const { cloudflareTest, readD1Migrations } = await import("@cloudflare/vitest-plugin");
  return {
    plugins: [
      cloudflareTest(async () => ({
        wrangler: { configPath: "./wrangler.toml" },
        miniflare: {
          modulesRules: [BUNDLE_RULE],
          bindings: {
            SECRETS_KEY: Buffer.alloc(32, 7).toString("base64"),
            TEST_MIGRATIONS: await readD1Migrations(path.join(import.meta.dirname, "migrations")),
          },
        },
      })),
      await bundledService(),
    ],
    test: {
      name: "workers",
      ...IN_WORKERD,
      // One Worker for all files: what a test makes is its own by its workspace, as it is in the service.
      isolate: false,
      // What comes from the runner's cache of modules has no source map in workerd, and a failure's trace names wrong lines;
      // to fill it takes a fresh clone longer than to go without.
      fsModuleCache: false,
      testTimeout: 30_000,
      expect: WAITING,
    },
  };
}

export default defineConfig(async () => ({
  test: {
    onStackTrace: traceToSource,
    // The service's own log lines, and what its local platform says of queues, would bury the results.
    onConsoleLog: (line: string) => !line.startsWith('{"level":') && !line.includes("[wrangler:info]"),
    projects: [
      {
        test: {
          name: "unit",
          include: [
            `src/${PURE_MODULES}/**/*.test.ts`,
            "packages/*/src/**/*.test.ts",
            "console/**/*.test.ts",
            "scripts/**/*.test.ts",
            "test/golden/**/*.test.ts",
            "test/guide/**/*.test.ts",
          ],
          // Pure code has no state to keep apart, and starting a thread for each file took longer than most files.
          isolate: false,
          pool: "threads",
          // Of what hangs, not of what is slow: beside another suite, a machine has stretched a second to five.
          testTimeout: 30_000,
          expect: WAITING,
          // Node reads our code as it is. On a fresh clone, to have it changed for the runner took longer than all else that is loaded.
          experimental: { viteModuleRunner: COUNTS_LINES },
          // The other core is busy with whole services meanwhile: two threads only make each other slow.
          maxWorkers: 1,
        },
      },
      ...(isAsked("workers") ? [await inWorkerd()] : []),
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts", "test/faults/**/*.test.ts", "test/hostile/**/*.node.test.ts"],
          globalSetup: ["./test/support/servers/built-service.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: WAITING,
          // Many files start a service of several processes. Two files at a time, beside the other suites of `npm test`, made all of
          // them wait for each other on two cores: a seventh more time for the same tests.
          maxWorkers: 1,
          // What runs the services is loaded once.
          isolate: false,
          // Read once, when that is loaded: the mail servers of the tests are trusted.
          env: {
            NODE_EXTRA_CA_CERTS: path.join(import.meta.dirname, "test/fixtures/smtp-certificate/certificate.pem"),
          },
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "console",
          include: ["test/console/**/*.test.ts"],
          // One service and one browser for all of them.
          globalSetup: ["./test/support/servers/built-service.ts", "./test/console/service.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: WAITING,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
}));
