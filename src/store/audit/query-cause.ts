import { DrizzleQueryError } from "drizzle-orm/errors";

/**
 * What was thrown while a statement was written, without the error that the library of queries puts around it: the log refuses
 * changes whose caller may not any more.
 */
export const queryCause = (error: unknown): unknown => (error instanceof DrizzleQueryError ? error.cause : error);
