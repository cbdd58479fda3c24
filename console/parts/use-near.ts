import { type FocusEventHandler, type PointerEventHandler, useState } from "react";

interface Handlers {
  onFocus?: FocusEventHandler<HTMLInputElement>;
  onPointerEnter?: PointerEventHandler<HTMLInputElement>;
}

/**
 * Whether somebody has come near a field, by pointer or keyboard. Its list is made then, not before: of the lists of a form most
 * are never opened, and all of them would be drawn anew with each key.
 */
export function useNear({ onFocus, onPointerEnter }: Handlers) {
  const [isNear, setNear] = useState(false);
  const handlers: Required<Handlers> = {
    onFocus(event) {
      setNear(true);
      onFocus?.(event);
    },
    onPointerEnter(event) {
      setNear(true);
      onPointerEnter?.(event);
    },
  };

  return { isNear, handlers };
}
