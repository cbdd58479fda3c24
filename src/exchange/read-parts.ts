/** A file of another kind as parts of an Office package. */
export interface ReadParts {
  /** Part name without the leading slash -> its bytes. */
  parts: Map<string, Uint8Array>;
  /** A sentence for each thing that is not shown as the file has it. */
  warnings: string[];
}
