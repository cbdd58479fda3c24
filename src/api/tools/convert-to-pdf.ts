import { z } from "zod";
import type { ByteSource } from "../../pdf/byte-source.ts";
import { byteStream } from "./byte-stream.ts";
import { fileInfo, readInputFile, renamed } from "./file-info.ts";
import { openInput } from "./input-file.ts";
import { PDF_ANSWER, pdfAnswer, toolEndpoint } from "./tool-endpoint.ts";

export const convertToPdfTool = toolEndpoint({
  name: "convert_to_pdf",
  summary: "Convert a file to PDF",
  body: z.object({ file: fileInfo }),
  answers: PDF_ANSWER,
  async run({ body, caller, context }) {
    const input = await readInputFile(context, caller, body.file, "/file");
    // A PDF stays itself, byte for byte; opening it finds out whether it is one.
    await openInput(input);
    const { content } = input;
    const bytes = content instanceof Uint8Array ? content : await byteStream(pieces(content));
    return pdfAnswer(bytes, renamed(input.name, "pdf"));
  },
});

const PIECE_BYTES = 4 * 1024 * 1024;

async function* pieces(source: ByteSource): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < source.size; at += PIECE_BYTES) yield source.read(at, PIECE_BYTES);
}
