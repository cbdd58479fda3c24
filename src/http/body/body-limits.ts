/**
 * What a request body may hold (wire "Bodies"). Sizes keep a body and everything made of it within an isolate's
 * 128 MB: text is held twice while it is parsed, multipart files once.
 */
export const BODY_LIMITS = {
  /** JSON and urlencoded bodies; a 25 MiB file in base64 fits. */
  textBytes: 40_000_000,
  /** A whole multipart body, and one file of it. */
  multipartBytes: 64_000_000,
  fileBytes: 32_000_000,
  /** Levels of objects and arrays. */
  depth: 32,
  /** Items of one list that names its items by number, `x[0]`. */
  arrayItems: 10_000,
  /** Names of members, and objects and arrays, in the whole body. */
  keys: 100_000,
  /** Plain values in JSON arrays, in the whole body. */
  listValues: 1_000_000,
} as const;

/** What a multipart body may hold where larger files go to blobs while they arrive (docs/decisions/http.md). */
export const LARGE_BODY_LIMITS = {
  /** A whole multipart body: what the platform lets through. */
  multipartBytes: 100_000_000,
  /** One file in memory. */
  bufferedFileBytes: 8_000_000,
  /** All files and texts in memory; the files that come after them go to blobs whatever their size. */
  bufferedBytes: 24_000_000,
} as const;
