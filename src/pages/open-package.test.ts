import { expect, it } from "vitest";
import { Failure } from "../domain/failure.ts";
import { openPackage } from "./open-package.ts";

const BYTES = new TextEncoder().encode(
  "PK neither a package nor a compound file, but long enough for the header of one",
);

it.each(["docx", "doc", "xlsx", "xls", "pptx", "ppt"] as const)(
  "of what is no %s it is said at once, with the reader's reason",
  (kind) => {
    const opening = () => openPackage(kind, BYTES);
    expect(opening).toThrow(Failure);
    expect(opening).toThrow(
      expect.objectContaining({
        code: "file_not_readable",
        message: expect.stringMatching(/^The file cannot be laid out: \S.+/),
      }),
    );
  },
);
