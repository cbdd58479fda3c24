import { useState } from "react";

interface History<Value> {
  past: readonly Value[];
  present: Value;
  future: readonly Value[];
  /** What made the last step: more of the same is one step. */
  reason: string;
}

const MAX_STEPS = 200;

/** A value whose changes can be undone. */
export function useHistory<Value>(first: Value) {
  const [history, setHistory] = useState<History<Value>>({ past: [], present: first, future: [], reason: "" });
  const { past, present, future } = history;

  return {
    value: present,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    /** @param reason changes with the same one, such as letters of one text, are undone at once */
    change(next: (before: Value) => Value, reason = "") {
      setHistory((before) => {
        const isSame = reason !== "" && reason === before.reason;
        const steps = isSame ? before.past : [...before.past, before.present].slice(-MAX_STEPS);
        return { past: steps, present: next(before.present), future: [], reason };
      });
    },
    undo: () =>
      setHistory((before) => {
        const last = before.past.at(-1);
        if (last === undefined) return before;
        return {
          past: before.past.slice(0, -1),
          present: last,
          future: [before.present, ...before.future],
          reason: "",
        };
      }),
    redo: () =>
      setHistory((before) => {
        const [next, ...rest] = before.future;
        if (next === undefined) return before;
        return { past: [...before.past, before.present], present: next, future: rest, reason: "" };
      }),
    /** Begins anew: nothing before can be undone. */
    reset: (value: Value) => setHistory({ past: [], present: value, future: [], reason: "" }),
  };
}
