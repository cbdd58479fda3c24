import type { ReactNode } from "react";
import classes from "./lockable.module.css";

/** Fields that can be read, and changed only by who may. */
export function Lockable({ isLocked, children }: { isLocked: boolean; children: ReactNode }) {
  return (
    <fieldset disabled={isLocked} className={classes.fields}>
      {children}
    </fieldset>
  );
}
