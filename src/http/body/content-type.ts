import { Failure } from "../../domain/failure.ts";

/** A parsed `Content-Type`. */
export interface MediaType {
  /** Lower case, without parameters; empty when none was sent. */
  essence: string;
  parameters: Map<string, string>;
}

/** Reads a header `Content-Type`, of a request or of a part. */
export function parseMediaType(header: string | null): MediaType {
  const [essence = "", ...rest] = (header ?? "").split(";");
  const parameters = rest.map((parameter): [string, string] => {
    const [name = "", ...value] = parameter.split("=");
    return [
      name.trim().toLowerCase(),
      value
        .join("=")
        .trim()
        .replace(/^"(.*)"$/, "$1"),
    ];
  });

  return { essence: essence.trim().toLowerCase(), parameters: new Map(parameters) };
}

/** A decoder that refuses what is not of its charset. @throws Failure `unsupported_media_type` */
export function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: false });
  } catch (cause) {
    throw new Failure("unsupported_media_type", `The charset ${charset} is not known; send UTF-8.`, { cause });
  }
}
