import type { UseFormReturnType } from "@mantine/form";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { asProblem, fieldErrors } from "../api/problem.ts";
import { notifyDone } from "./notify.ts";

interface FormSave<Values> {
  send: (values: Values) => Promise<unknown>;
  /** What is said once it is saved. */
  done: (values: Values) => string;
  /** What is read again then. */
  changes: QueryKey;
  /** Where a refusal stands, unless the form's fields are called as the members are. */
  errors?: (error: unknown, values: Values) => Record<string, string>;
}

/** An entry of a list has no field of its own: what is wrong with it stands at the list's. */
function memberErrors(error: unknown, values: Record<string, unknown>): Record<string, string> {
  const errors = Object.entries(fieldErrors(asProblem(error)));

  return Object.fromEntries(
    errors.map(([name, message]) => {
      const [first = ""] = name.split(".");

      return [Array.isArray(values[first]) ? first : name, message];
    }),
  );
}

/** Saves what a form holds: from then on changes count from there. Refusals stand at their fields. */
export function useFormSave<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  { send, done, changes, errors = memberErrors }: FormSave<Values>,
) {
  const queries = useQueryClient();

  return useMutation({
    mutationFn: send,
    async onSuccess(_, values) {
      form.setInitialValues(values);
      form.reset();
      notifyDone(done(values));
      await queries.invalidateQueries({ queryKey: changes });
    },
    onError: (error, values) => form.setErrors(errors(error, values)),
  });
}
