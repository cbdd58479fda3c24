import type { components, paths } from "../../generated/openapi.ts";
import { dataOf, fileOf } from "../answers.ts";
import type { Api, BodyOf } from "../api.ts";
import { type FileContents, type FileInput, fileInfo, wireContents } from "../bytes.ts";

type Options<Path extends keyof paths> = Omit<BodyOf<Path, "post">, "file" | "files">;

type MergeFileOptions = Omit<Options<"/api/tools/merge">, "html" | "data">;

type SignOptions = Omit<Options<"/api/tools/sign_pdf">, "certificate" | "identity"> & { password?: string };

/** The answer of a tool; the other one, of work that is done later, comes only where that was asked for. */
type Found<Data> = Exclude<Data, components["schemas"]["ToolAccepted"]>;

const found = async <Data>(call: Promise<{ data?: Data | undefined; response: Response }>) =>
  (await dataOf(call)) as Found<NonNullable<Data>>;

/** File tools: bytes in, bytes out; nothing is kept. */
export function toolsResource(api: Api) {
  const asStream = { parseAs: "stream" } as const;

  return {
    /**
     * Fills a template that is sent along; nothing is kept.
     * @example const pdf = await docloom.tools.merge(await openFile("offer.docx"), { Name: "Ann" });
     */
    merge: async (template: FileInput, data: object, options: MergeFileOptions = {}) => {
      const file = await fileInfo(template);
      const { settings, ...others } = options;
      // a form would make texts of numbers: in one, data and settings are JSON
      const written =
        file.contents instanceof Blob ? (value: object) => JSON.stringify(value) : (value: object) => value;
      const body = { ...others, file, data: written(data), ...(settings ? { settings: written(settings) } : {}) };
      return fileOf(api.POST("/api/tools/merge", { ...asStream, body: body as BodyOf<"/api/tools/merge", "post"> }));
    },

    /** Files of any kind become one PDF, or one Word document. */
    combine: async (files: readonly FileInput[], options: Options<"/api/tools/combine"> = { output: "pdf" }) =>
      fileOf(
        api.POST("/api/tools/combine", {
          ...asStream,
          body: { ...options, files: await Promise.all(files.map(fileInfo)) },
        }),
      ),

    convertToPdf: async (file: FileInput, options: Options<"/api/tools/convert_to_pdf"> = {}) =>
      fileOf(api.POST("/api/tools/convert_to_pdf", { ...asStream, body: { ...options, file: await fileInfo(file) } })),

    /** Repairs a PDF so that it conforms to PDF/A. */
    convertToPdfa: async (file: FileInput, options: Options<"/api/tools/convert_to_pdfa">) =>
      fileOf(api.POST("/api/tools/convert_to_pdfa", { ...asStream, body: { ...options, file: await fileInfo(file) } })),

    compressPdf: async (file: FileInput, options: Options<"/api/tools/compress_pdf"> = {}) =>
      fileOf(api.POST("/api/tools/compress_pdf", { ...asStream, body: { ...options, file: await fileInfo(file) } })),

    encryptPdf: async (file: FileInput, options: Options<"/api/tools/encrypt_pdf">) =>
      fileOf(api.POST("/api/tools/encrypt_pdf", { ...asStream, body: { ...options, file: await fileInfo(file) } })),

    /** A ZIP archive of single pages, or of what `extract` and `remove` leave. */
    splitPdf: async (file: FileInput, options: Options<"/api/tools/split_pdf"> = {}) =>
      fileOf(api.POST("/api/tools/split_pdf", { ...asStream, body: { ...options, file: await fileInfo(file) } })),

    rotatePdf: async (file: FileInput, options: Options<"/api/tools/rotate_pdf">) =>
      fileOf(api.POST("/api/tools/rotate_pdf", { ...asStream, body: { ...options, file: await fileInfo(file) } })),

    stampPdf: async (file: FileInput, options: Options<"/api/tools/stamp_pdf">) =>
      fileOf(api.POST("/api/tools/stamp_pdf", { ...asStream, body: { ...options, file: await fileInfo(file) } })),

    flattenPdf: async (file: FileInput, options: Options<"/api/tools/flatten_pdf"> = {}) =>
      fileOf(api.POST("/api/tools/flatten_pdf", { ...asStream, body: { ...options, file: await fileInfo(file) } })),

    pdfInfo: async (file: FileInput, options: Options<"/api/tools/pdf_info"> = {}) =>
      found(api.POST("/api/tools/pdf_info", { body: { ...options, file: await fileInfo(file) } })),

    /** The places of a PDF without form fields that ask to be filled. */
    detectFields: async (file: FileInput, options: Options<"/api/tools/detect_fields"> = {}) =>
      found(api.POST("/api/tools/detect_fields", { body: { ...options, file: await fileInfo(file) } })),

    /** A PDF with form fields at their places: those that `detectFields` found, or your own. */
    addFields: async (file: FileInput, { fields, ...options }: Options<"/api/tools/add_fields">) => {
      const sent = await fileInfo(file);
      // in a form, lists of lists are shorter as JSON
      const body = { ...options, file: sent, fields: sent.contents instanceof Blob ? JSON.stringify(fields) : fields };
      return fileOf(
        api.POST("/api/tools/add_fields", { ...asStream, body: body as BodyOf<"/api/tools/add_fields", "post"> }),
      );
    },

    /** Checks a PDF against PDF/A or PDF/UA. */
    validatePdf: async (file: FileInput, options: Options<"/api/tools/validate_pdf">) =>
      found(api.POST("/api/tools/validate_pdf", { body: { ...options, file: await fileInfo(file) } })),

    /** The e-invoice in a PDF, or of an XML file, and what it breaks of EN 16931. */
    readInvoice: async (file: FileInput) =>
      found(api.POST("/api/tools/read_invoice", { body: { file: await fileInfo(file) } })),

    /** Checks an e-invoice by the rules of the specification that it names, by their official ids. */
    validateInvoice: async (file: FileInput) =>
      found(api.POST("/api/tools/validate_invoice", { body: { file: await fileInfo(file) } })),

    /**
     * Signs a PDF with an identity that the workspace keeps, or a certificate of your own: PKCS#12 with its password,
     * or PEM.
     */
    signPdf: async (
      file: FileInput,
      signer: FileInput | { identity: string },
      { password, ...options }: SignOptions = {},
    ) =>
      fileOf(
        api.POST("/api/tools/sign_pdf", {
          ...asStream,
          body: {
            ...options,
            file: await fileInfo(file),
            ...("identity" in signer
              ? signer
              : { certificate: { ...(await fileInfo(signer)), ...(password === undefined ? {} : { password }) } }),
          },
        }),
      ),

    /** For a key elsewhere: the PDF with room for a signature, and the digest to be signed. */
    prepareSignature: async (file: FileInput, options: Options<"/api/tools/prepare_signature"> = {}) =>
      found(api.POST("/api/tools/prepare_signature", { body: { ...options, file: await fileInfo(file) } })),

    /** Puts that signature (CMS, DER) into the prepared PDF. */
    insertSignature: async (file: FileInput, signature: FileContents) =>
      fileOf(
        api.POST("/api/tools/insert_signature", {
          ...asStream,
          body: { file: await fileInfo(file), signature: await wireContents(signature) },
        }),
      ),

    /** Says for each signature of a PDF whether it is valid, whose it is, and what has been changed since. */
    verifyPdf: async (file: FileInput, options: Options<"/api/tools/verify_pdf"> = {}) =>
      found(api.POST("/api/tools/verify_pdf", { body: { ...options, file: await fileInfo(file) } })),
  };
}
