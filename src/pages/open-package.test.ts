import { expect, it } from "vitest";
import { UnreadableFile } from "../domain/unreadable-file.ts";
import { openPackage } from "./open-package.ts";

const BYTES = new TextEncoder().encode(
  "PK neither a package nor a compound file, but long enough for the header of one",
);

it.each(["docx", "doc", "xlsx", "xls", "pptx", "ppt"] as const)(
  "of what is no %s it is said at once, with the reader's reason",
  (kind) => {
    expect(() => openPackage(kind, BYTES)).toThrow(UnreadableFile);
  },
);
