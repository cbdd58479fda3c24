/** How much an archive from a stranger may hold before it is refused. */
export interface ZipLimits {
  entries: number;
  totalBytes: number;
  partBytes: number;
  /** Greatest ratio of size to compressed size of a part above `ratioFromBytes`; Office parts stay under about 100. */
  ratio: number;
  ratioFromBytes: number;
}

/** The limits for Office files; the sums are taken from the declared sizes before anything is inflated. */
export const OFFICE_LIMITS: ZipLimits = {
  entries: 2_000,
  totalBytes: 64 * 1024 * 1024,
  partBytes: 32 * 1024 * 1024,
  ratio: 200,
  ratioFromBytes: 1024 * 1024,
};
