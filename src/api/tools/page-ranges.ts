import type { FailureCode } from "../../domain/failure-codes.ts";
import { optional, text } from "../../http/wire-values.ts";

/** The pages that a tool is about. */
export const pageRanges = () => optional(text()).meta({ description: "Pages such as `1-3, 5`; all when absent." });

export const PAGE_RANGE_PROBLEMS: readonly FailureCode[] = ["pdf_range_invalid", "pdf_page_out_of_range"];
