import { ChangedMeanwhile, type Conflict, isConflict } from "./changed-meanwhile.tsx";
import { Failed } from "./failed.tsx";

interface FormFailureProps {
  form: { values: object; errors: Readonly<Record<string, unknown>> };
  save: { error: unknown; variables: object | undefined };
  title: string;
  /** What can be done if somebody else was quicker. */
  conflict?: Conflict;
}

/** Why a form was not saved, if none of its fields can say so; it disappears once something was changed. */
export function FormFailure({ form, save, title, conflict }: FormFailureProps) {
  if (conflict && isConflict(save.error)) return <ChangedMeanwhile error={save.error} {...conflict} />;
  if (!save.error || save.variables !== form.values) return null;
  const names = Object.keys(form.errors);
  if (names.length > 0 && names.every((name) => name in form.values)) return null;

  return <Failed error={save.error} title={title} />;
}
