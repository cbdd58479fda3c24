import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { useRef } from "react";

/** A mutation that takes no second call before the first has ended: a double click means one call. */
export function useSingleMutation<Data, Variables = void>(options: UseMutationOptions<Data, Error, Variables>) {
  const mutation = useMutation(options);
  const isUnderWay = useRef(false);

  return {
    ...mutation,
    mutate(variables: Variables) {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      // A failure is in the mutation's own state.
      void mutation
        .mutateAsync(variables)
        .catch(() => undefined)
        .finally(() => {
          isUnderWay.current = false;
        });
    },
  };
}
