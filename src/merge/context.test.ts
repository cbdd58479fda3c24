import { describe, expect, it } from "vitest";
import { outboundPolicy } from "../outbound/outbound-policy.ts";
import { loadResource } from "./context.ts";

describe("a picture's address", () => {
  it.each(["http://192.168.0.1/a.png", "http://127.0.0.1:9317/a.png", "http://wiki.intranet/a.png"])(
    "that is not public is not asked, and that is said: %s",
    async (url) => {
      expect(await loadResource(url, outboundPolicy({}))).toEqual({
        problem: expect.stringMatching(/^The host is not a public address \(.*setting INTERNAL_HOSTS\.$/),
      });
    },
  );
});
