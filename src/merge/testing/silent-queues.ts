import { standIn } from "../../domain/testing/stand-in.ts";
import type { Env } from "../../env.ts";

const silent = standIn<Queue>({ send: async () => {}, sendBatch: async () => {} });

/** Messages about merges are lost: a test takes each step itself, and no consumer takes it between two of them. */
export const SILENT_MERGES = { MERGES: silent } as Partial<Env>;

/** Those about deliveries, too. */
export const SILENT_QUEUES = { ...SILENT_MERGES, DELIVERIES: silent } as Partial<Env>;
