/** What everything that data are merged into has in common: documents (interface 2.2) and data routes (2.7). */
export interface MergeTarget {
  name: string;
  /** Merge language; empty for the name. */
  outputName: string;
  /** Normalized path; empty for none. */
  folder: string;
  active: boolean;
  /** Days for which merged files are kept; null: as the workspace says. */
  retentionDays?: number | null;
}
