import type { OfferedTag } from "../../parts/fields/offered-tags.ts";
import { useSingleMutation } from "../../parts/use-single-mutation.ts";
import type { HostDocument } from "../office/host-document.ts";

/** What the forms that write into the file have in common. */
export interface InsertProps {
  file: HostDocument;
  fields: readonly OfferedTag[];
  /** Does something in the file; one thing at a time. */
  insert: (work: () => Promise<void>) => void;
}

/** Writes into the open file. What the program refuses is in `error`, in its own words. */
export function useInsertion() {
  return useSingleMutation({ mutationFn: (work: () => Promise<void>) => work() });
}
