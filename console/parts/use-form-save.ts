import type { UseFormReturnType } from "@mantine/form";
import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { asProblem, fieldErrors } from "../api/problem.ts";
import type { Conflict } from "./changed-meanwhile.tsx";
import { showFirstError } from "./form/first-error.ts";
import { notifyDone } from "./notify.ts";
import type { Revision } from "./use-revision.ts";

/** How the saving of a form goes. */
export type FormSaving<Values> = UseMutationResult<{ response: Response }, Error, Values> & {
  /** What can be done if somebody else was quicker; undefined where nobody is told. */
  conflict: Conflict | undefined;
};

interface FormSave<Values> {
  send: (values: Values, header: { "If-Match"?: string }) => Promise<{ response: Response }>;
  /** The version that the form was filled from, and what fills it with the newest one. */
  based?: { on: Revision; refill: () => void };
  /** The message once it is saved. */
  done: (values: Values) => string;
  /** What is reloaded then. */
  changes: QueryKey;
  /** Where a refusal is shown, unless the form's fields have the members' names. */
  errors?: (error: unknown, values: Values) => Record<string, string>;
}

/** An entry of a list has no field of its own: what is wrong with it is shown at the list's. */
function memberErrors(error: unknown, values: Record<string, unknown>): Record<string, string> {
  const errors = Object.entries(fieldErrors(asProblem(error)));

  return Object.fromEntries(
    errors.map(([name, message]) => {
      const [first = ""] = name.split(".");

      return [Array.isArray(values[first]) ? first : name, message];
    }),
  );
}

/** Saves the content of a form: from then on changes count from there. Refusals are shown at their fields. */
export function useFormSave<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  { send, based, done, changes, errors = memberErrors }: FormSave<Values>,
): FormSaving<Values> {
  const queries = useQueryClient();

  const save = useMutation({
    mutationFn: (values: Values) => send(values, based?.on.header() ?? {}),
    async onSuccess({ response }, values) {
      based?.on.saved(response);
      form.setInitialValues(values);
      form.reset();
      notifyDone(done(values));
      await queries.invalidateQueries({ queryKey: changes });
    },
    onError(error, values) {
      form.setErrors(errors(error, values));
      showFirstError();
    },
  });
  const conflict: Conflict | undefined = based && {
    onOverwrite() {
      based.on.overwrite();
      save.mutate(form.values);
    },
    onDiscard: based.refill,
  };

  return { ...save, conflict };
}
