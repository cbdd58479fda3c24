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
  errors?: (error: unknown) => Record<string, string>;
}

const memberErrors = (error: unknown) => fieldErrors(asProblem(error));

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
    onError: (error) => form.setErrors(errors(error)),
  });
}
