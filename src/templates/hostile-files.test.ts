import { describe, expect, it } from "vitest";
import { Failure } from "../domain/failure.ts";
import { engineFor } from "./engines.ts";
import { hostileFiles } from "./testing/hostile-files.ts";
import { TEST_ENVIRONMENT } from "./testing/render.ts";

const files = hostileFiles();

describe("files that strangers send", () => {
  it.each(files.flatMap(({ type, what, bytes, code }) => (code ? [[type, what, code, bytes] as const] : [])))(
    "%s: %s is refused when it is saved and when it is merged: %s",
    async (type, _, code, bytes) => {
      const engine = engineFor(type);
      await expect(engine.inspect(bytes, {})).rejects.toMatchObject({ code });
      // Parts that a merge does not look at may be harmless there; nothing but a failure of ours may happen.
      const source = { versionKey: `${type} ${code} ${bytes.length}`, bytes: async () => bytes };
      await engine.render(source, {}, TEST_ENVIRONMENT).catch((error) => expect(error).toBeInstanceOf(Failure));
    },
  );

  it.each(files.flatMap(({ type, what, bytes, code }) => (code ? [] : [[type, what, bytes] as const])))(
    "%s: %s does no harm",
    async (type, what, bytes) => {
      const engine = engineFor(type);
      const { warnings } = await engine.inspect(bytes, {});
      const source = { versionKey: `${type} ${what}`, bytes: async () => bytes };
      const merged = await engine.render(source, { name: "x" }, TEST_ENVIRONMENT);
      const text = new TextDecoder("latin1").decode(merged.bytes);
      expect(text).not.toMatch(/vbaProject|AutoOpen|JavaScript/);
      if (what === "a macro") expect(warnings.map(({ message }) => message).join()).toContain("vbaProject");
    },
  );
});
