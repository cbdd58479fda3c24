import { notifications } from "@mantine/notifications";
import { asProblem } from "../api/problem.ts";

/** Says in a corner that something was done. */
export function notifyDone(message: string): void {
  notifications.show({ color: "teal", message, autoClose: 4_000 });
}

/** Says what used something that was deleted; stays until it is read, since files and mails are missing from now on. */
export function notifyInUse({ warnings = [] }: { warnings?: readonly { message: string; remedy: string }[] }): void {
  for (const { message, remedy } of warnings)
    notifications.show({ color: "yellow", title: "It was in use", message: `${message} ${remedy}`, autoClose: false });
}

/** Says in a corner that something failed, and why. */
export function notifyFailed(title: string, error: unknown): void {
  notifications.show({ color: "red", title, message: asProblem(error).message, autoClose: 10_000 });
}
