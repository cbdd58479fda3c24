import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../packages/docloom/src/client/answers.ts";
import { api } from "./client.ts";

/** Stores that people connect an account of, and whether the service has an application of its own there. */
export const consentsQuery = queryOptions({
  queryKey: ["consents"],
  queryFn: () => dataOf(api.GET("/api/consents", {})),
  staleTime: Number.POSITIVE_INFINITY,
});

/** What a window brings back from a platform's page to the form that opened it. */
export interface ConsentAnswer {
  /** Which of the windows it is. */
  state: string;
  /** What the form sends in place of a refresh token. */
  given: string;
  /** Why nothing was given, in the service's and the platform's words; empty if something was. */
  failed: string;
  reason: string;
}

const CHANNEL = "docloom-consent";

/** What an address has behind its `#` when a platform has sent somebody back. */
export function consentAnswer(hash: string): ConsentAnswer {
  const members = new URLSearchParams(hash.replace(/^#/, ""));
  const [state = "", given = "", failed = "", reason = ""] = ["state", "given", "failed", "reason"].map(
    (name) => members.get(name) ?? "",
  );

  return { state, given, failed: given === "" && failed === "" ? "unknown" : failed, reason };
}

/** Tells the form, in whichever window it is: both are pages of this service. */
export function reportConsent(answer: ConsentAnswer): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(answer);
  channel.close();
}

/** @returns what ends the listening */
export function hearConsents(hear: (answer: ConsentAnswer) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }: MessageEvent<ConsentAnswer>) => hear(data));

  return () => channel.close();
}
