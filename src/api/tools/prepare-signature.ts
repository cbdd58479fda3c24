import * as z from "zod";
import { SAMPLE_FILE } from "../../http/openapi/sample-file.ts";
import { integer, optional, text } from "../../http/wire-values.ts";
import { digestOfRange, prepareSignature } from "../../pdf/signature/sign-document.ts";
import { describedMembers, describedSignature } from "./described-signature.ts";
import { fileInfo, readInputFile, renamed } from "./file-info.ts";
import { fileTool } from "./file-tool.ts";
import { wholeFile } from "./input-file.ts";

/** A signature covers every byte of the file, so all of it is in memory, and once more as base64. */
const MAX_BYTES = 16 * 1024 * 1024;
/** For a chain of certificates, a timestamp, and lists of revoked certificates beside them. */
const ROOM_BYTES = 32 * 1024;
const MAX_ROOM_BYTES = 1024 * 1024;

/** As node:crypto and as everybody else names them. */
const HASHES = { sha256: "SHA-256", sha384: "SHA-384", sha512: "SHA-512" } as const;

const answerSchema = z.object({
  file: z
    .object({
      name: z.string().meta({ description: "The file's name." }),
      contents: z.string().meta({ description: "The PDF with room for the signature, as base64." }),
    })
    .meta({ description: "What goes to `insert_signature`, unchanged." }),
  field: z.string().meta({ description: "Name of the signature field." }),
  hash: z.enum(["SHA-256", "SHA-384", "SHA-512"]).meta({ description: "The hash function." }),
  digest: z.string().meta({ description: "What is to be signed: digest of all but the signature, hexadecimal." }),
  room: z.int().meta({ description: "Bytes that the signature may have." }),
});

export const prepareSignatureTool = fileTool({
  name: "prepare_signature",
  summary: "Prepare a PDF for a signature made elsewhere",
  description:
    "For keys that cannot leave where they are kept: the answer is the PDF with room for the signature, and the digest to be signed. Have a " +
    "detached CMS signature made of it (`ETSI.CAdES.detached`), and send both to `insert_signature`.",
  example: { file: SAMPLE_FILE, hash: "sha256", name: "Ada Lovelace" },
  body: z.object({
    file: fileInfo,
    hash: optional(z.enum(["sha256", "sha384", "sha512"])).meta({
      description: "Hash function; `sha256` when absent.",
    }),
    name: optional(text()).meta({ description: "Name of the signer, as the PDF states it." }),
    room: optional(integer().pipe(z.number().min(1_024).max(MAX_ROOM_BYTES))).meta({
      description: `Bytes that the signature may have; ${ROOM_BYTES} when absent.`,
    }),
    ...describedMembers,
  }),
  answers: { description: "The prepared PDF and what is to be signed.", schema: answerSchema },
  problems: [
    "pdf_signed",
    "pdf_certified",
    "pdf_page_out_of_range",
    "signature_field_taken",
    "signature_field_unknown",
  ],
  secrets: [],
  async run(body, scope) {
    const input = await readInputFile(scope, body.file, "/file");
    const bytes = await wholeFile(input, MAX_BYTES);
    const { statement, ...described } = await describedSignature(body, body.name ?? "", scope);
    const room = body.room ?? ROOM_BYTES;
    const prepared = prepareSignature(bytes, {
      ...described,
      password: input.password,
      statement: { ...statement, subFilter: "ETSI.CAdES.detached" },
      contentsBytes: room,
    });
    const hash = body.hash ?? "sha256";
    const name = renamed(input.name, "pdf");
    const answer: z.output<typeof answerSchema> = {
      file: { name, contents: Buffer.from(prepared.bytes).toString("base64") },
      field: prepared.field,
      hash: HASHES[hash],
      digest: Buffer.from(digestOfRange(prepared.bytes, prepared.range, hash)).toString("hex"),
      room,
    };
    return {
      kind: "json",
      name: renamed(input.name, "json"),
      mediaType: "application/json",
      content: new TextEncoder().encode(JSON.stringify(answer)),
      warnings: [],
    };
  },
});
