/** Workbooks of Excel 5.0 to 2003 (MS-XLS) -> the parts of a SpreadsheetML package. */
import { UnreadableFile } from "../../domain/unreadable-file.ts";
import { CompoundFile } from "../../office/compound-file.ts";
import { RecordStream } from "./biff/record-stream.ts";
import { readGlobals } from "./workbook/globals-reader.ts";
import { WorkbookConverter } from "./workbook-converter.ts";

/** Sheets may point at each other's records; together they must not be read over and over. */
const MAX_RECORDS = 8_000_000;
const FIRST_RECORD = [0x09, 0x08];

/**
 * Part names (without the leading slash) and their bytes, ready for the reader of packages.
 *
 * Throws a plain `Error` with a sentence for people when the file holds no workbook, is under a password or is older
 * than Excel 5.0.
 */
export function xlsToParts(bytes: Uint8Array): Map<string, Uint8Array> {
  const content = workbookStream(bytes);
  const stream = new RecordStream(content, MAX_RECORDS);
  return new WorkbookConverter(stream, readGlobals(stream)).convert();
}

/** Some programs write the stream without its container. */
function workbookStream(bytes: Uint8Array): Uint8Array {
  if (FIRST_RECORD.every((byte, index) => bytes[index] === byte)) return bytes;
  const file = new CompoundFile(bytes);
  const content = file.stream("Workbook") ?? file.stream("Book");
  if (!content) throw new UnreadableFile("the file holds no workbook");
  return content;
}
