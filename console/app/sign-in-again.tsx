import { lazy, Suspense, useSyncExternalStore } from "react";
import { isSignInNeeded, onSignInNeeded } from "../api/sign-in-gate.ts";

const SignInDialog = lazy(() => import("./sign-in-dialog.tsx").then((module) => ({ default: module.SignInDialog })));

/** The dialog for a session that has ended; it is loaded when that happens. */
export function SignInAgain() {
  const needed = useSyncExternalStore(onSignInNeeded, isSignInNeeded);

  return <Suspense>{needed && <SignInDialog />}</Suspense>;
}
