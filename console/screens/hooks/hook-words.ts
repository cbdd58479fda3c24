import type { Hook } from "../../api/hooks.ts";

/** The events, in the words of the list and the form. */
export const EVENTS = [
  { value: "run.done", label: "A merge is done" },
  { value: "run.failed", label: "A merge failed" },
  { value: "batch.done", label: "A list is merged" },
  { value: "delivery.failed", label: "A delivery failed for good" },
  { value: "document.published", label: "A version of a document was published" },
  { value: "form.submitted", label: "A fill-in page was sent" },
] as const satisfies readonly { value: Hook["event"]; label: string }[];

export const eventWords = (event: string): string => EVENTS.find(({ value }) => value === event)?.label ?? event;

/** The host of an address: the rest of it may be a secret, and is long. */
export const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);

/** Whether a hook is on, and why it is not. */
export function stateWords({ state, failing_since }: Pick<Hook, "state" | "failing_since">): {
  label: string;
  isBad: boolean;
  text: string;
} {
  if (state === "off") return { label: "Paused", isBad: false, text: "Nothing is sent." };
  if (state === "gone") return { label: "Ended", isBad: true, text: "The receiver wants no more (410)." };
  if (state === "failing")
    return { label: "Switched off", isBad: true, text: "Nothing got through for a week. Resume it once it works." };
  if (failing_since !== "") return { label: "Failing", isBad: false, text: "It is tried again for three days." };

  return { label: "On", isBad: false, text: "" };
}

/** What was answered last: its first line, which says the status, or why there was no answer. */
export const lastAnswer = ({ last_response }: Pick<Hook, "last_response">): string =>
  last_response.split("\n", 1)[0] ?? "";
