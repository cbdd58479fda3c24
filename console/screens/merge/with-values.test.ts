import { expect, it } from "vitest";
import { withValues } from "./with-values.ts";

it("shows plain fields with their values and leaves everything else", () => {
  const data = { Email: "ann@example.com", customer: { Zip: 1010 }, Empty: "" };
  expect(withValues("{$Email}, {$email}", data)).toBe("ann@example.com, ann@example.com");
  expect(withValues("{$Customer.Zip} {$Empty} {$Name|upper} {$Other}", data)).toBe(
    "1010 {$Empty} {$Name|upper} {$Other}",
  );
});
