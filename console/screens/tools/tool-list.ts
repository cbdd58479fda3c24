import {
  Archive,
  Combine,
  FileOutput,
  Info,
  Landmark,
  Layers,
  Lock,
  type LucideIcon,
  ReceiptText,
  RotateCw,
  Scissors,
  ShieldCheck,
  Signature,
  Stamp,
} from "lucide-react";
import type { paths } from "../../../packages/docloom/src/generated/openapi.ts";

/** A tool for files, as the screen offers it. */
export interface Tool {
  id: string;
  label: string;
  text: string;
  icon: LucideIcon;
  /** The end of its address. */
  path: Extract<keyof paths, `/api/tools/${string}`> extends `/api/tools/${infer Name}` ? Name : never;
  /** Whether it takes several files at once. */
  several: boolean;
  /** Whether pages can be picked. */
  pages?: "needed" | "optional";
  options: readonly ToolOption[];
  /** Options, one of which has to be filled in. */
  needs?: { oneOf: readonly string[]; message: string };
  /** The verb on its button. */
  verb: string;
}

export interface ToolOption {
  name: string;
  label: string;
  help?: string;
  input: "text" | "password" | "choice" | "flag" | "permissions" | "identity";
  choices?: readonly { value: string; label: string }[];
  initial?: string;
}

const PERMISSIONS = [
  ["Printing", "Print"],
  ["CopyContents", "Copy text and images"],
  ["FillIn", "Fill in forms"],
  ["ModifyContents", "Change the contents"],
  ["Assembly", "Insert, rotate and delete pages"],
  ["DegradedPrinting", "Print in low quality"],
  ["AllFeatures", "Everything"],
] as const;

/** Of every tool whose work breaks the signatures of a signed PDF. */
const SIGNED: ToolOption = {
  name: "signed",
  label: "Signed PDFs",
  input: "choice",
  choices: [
    { value: "change", label: "Change: invalidates signatures" },
    { value: "refuse", label: "Refuse" },
  ],
  initial: "change",
};

export const TOOLS: readonly Tool[] = [
  {
    id: "combine",
    label: "Combine",
    text: "Combine files of any kind into one PDF or Word document, in your order.",
    icon: Combine,
    path: "combine",
    several: true,
    verb: "Combine",
    options: [
      {
        name: "output",
        label: "Output",
        input: "choice",
        choices: [
          { value: "pdf", label: "PDF" },
          { value: "docx", label: "Word document" },
        ],
        initial: "pdf",
      },
      SIGNED,
    ],
  },
  {
    id: "convert",
    label: "Convert to PDF",
    text: "Convert Word, Excel, PowerPoint, HTML and image files to PDF.",
    icon: FileOutput,
    path: "convert_to_pdf",
    several: true,
    verb: "Convert",
    options: [SIGNED],
  },
  {
    id: "compress",
    label: "Compress",
    text: "Make files smaller without visible loss.",
    icon: Archive,
    path: "compress_pdf",
    several: true,
    verb: "Compress",
    options: [SIGNED],
  },
  {
    id: "split",
    label: "Split and extract",
    text: "Split into single pages, or extract the pages you select.",
    icon: Scissors,
    path: "split_pdf",
    several: false,
    pages: "optional",
    verb: "Split",
    options: [
      {
        name: "mode",
        label: "Selected pages",
        input: "choice",
        choices: [
          { value: "extract", label: "Extract" },
          { value: "remove", label: "Remove" },
        ],
        initial: "extract",
      },
      SIGNED,
    ],
  },
  {
    id: "rotate",
    label: "Rotate",
    text: "Turn pages that are sideways.",
    icon: RotateCw,
    path: "rotate_pdf",
    several: false,
    pages: "optional",
    verb: "Rotate",
    options: [
      {
        name: "degrees",
        label: "Angle",
        input: "choice",
        choices: [
          { value: "90", label: "90° clockwise" },
          { value: "180", label: "180°" },
          { value: "270", label: "90° counterclockwise" },
        ],
        initial: "90",
      },
      SIGNED,
    ],
  },
  {
    id: "stamp",
    label: "Stamp",
    text: "Print text over the pages, such as COPY.",
    icon: Stamp,
    path: "stamp_pdf",
    several: false,
    pages: "optional",
    verb: "Stamp",
    options: [
      { name: "text", label: "Text", input: "text", initial: "COPY" },
      { name: "opacity", label: "Opacity", help: "From 0 to 1.", input: "text", initial: "0.2" },
      SIGNED,
    ],
  },
  {
    id: "encrypt",
    label: "Encrypt",
    text: "Set passwords and permissions.",
    icon: Lock,
    path: "encrypt_pdf",
    several: false,
    verb: "Encrypt",
    needs: { oneOf: ["user_password", "password"], message: "Enter at least one of the two passwords." },
    options: [
      { name: "user_password", label: "Password to open", input: "password" },
      { name: "password", label: "Password to change permissions", input: "password" },
      {
        name: "permissions",
        label: "Permissions",
        input: "permissions",
        choices: PERMISSIONS.map(([value, label]) => ({ value, label })),
      },
      SIGNED,
    ],
  },
  {
    id: "archive",
    label: "Archive",
    text: "Convert to PDF/A for long-term archiving.",
    icon: Landmark,
    path: "convert_to_pdfa",
    several: false,
    verb: "Convert to PDF/A",
    options: [
      {
        name: "profile",
        label: "Conformance level",
        input: "choice",
        choices: [
          { value: "2b", label: "PDF/A-2b" },
          { value: "2u", label: "PDF/A-2u: text can be copied" },
          { value: "2a", label: "PDF/A-2a: with structure" },
          { value: "3b", label: "PDF/A-3b: may contain files" },
          { value: "3u", label: "PDF/A-3u" },
          { value: "3a", label: "PDF/A-3a" },
        ],
        initial: "2b",
      },
      SIGNED,
    ],
  },
  {
    id: "sign",
    label: "Sign",
    text: "Sign a PDF with a certificate.",
    icon: Signature,
    path: "sign_pdf",
    several: false,
    verb: "Sign",
    options: [
      { name: "identity", label: "Signed by", input: "identity" },
      { name: "reason", label: "Reason", input: "text" },
    ],
  },
  {
    id: "verify",
    label: "Verify",
    text: "Check who signed a PDF, whether the signatures are valid, and what changed since.",
    icon: ShieldCheck,
    path: "verify_pdf",
    several: false,
    verb: "Verify",
    options: [],
  },
  {
    id: "flatten",
    label: "Flatten",
    text: "Turn form fields into page content.",
    icon: Layers,
    path: "flatten_pdf",
    several: false,
    verb: "Flatten",
    options: [SIGNED],
  },
  {
    id: "invoice",
    label: "Read an invoice",
    text: "Show the e-invoice in a PDF or XML file, and check it against its rules.",
    icon: ReceiptText,
    path: "read_invoice",
    several: false,
    verb: "Read",
    options: [],
  },
  {
    id: "info",
    label: "Info",
    text: "Pages, sizes, form fonts, encryption and signatures.",
    icon: Info,
    path: "pdf_info",
    several: false,
    verb: "Show info",
    options: [],
  },
];
