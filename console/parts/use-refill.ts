import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

/** A key for a form, and what reads its data anew and fills the form with them. */
export function useRefill(queryKey: QueryKey): [key: number, refill: () => void] {
  const queries = useQueryClient();
  const [key, setKey] = useState(0);

  return [key, () => void queries.refetchQueries({ queryKey }).then(() => setKey((last) => last + 1))];
}
