/** Stands in for the package `brotli` in the Worker's bundle (`[alias]` in wrangler.toml): its dictionary is 120 KB of script. */
import { brotliDecompressSync } from "node:zlib";

export default function decompress(bytes: Uint8Array): Uint8Array {
  return brotliDecompressSync(bytes);
}
