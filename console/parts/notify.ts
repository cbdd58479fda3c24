import { notifications } from "@mantine/notifications";
import { asProblem } from "../api/problem.ts";

/** Says in a corner that something was done. */
export function notifyDone(message: string): void {
  notifications.show({ color: "teal", message, autoClose: 4_000 });
}

/** Says in a corner that something failed, and why. */
export function notifyFailed(title: string, error: unknown): void {
  notifications.show({ color: "red", title, message: asProblem(error).message, autoClose: 10_000 });
}
