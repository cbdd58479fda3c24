import { Failed } from "./failed.tsx";

interface FormFailureProps {
  form: { values: object; errors: Readonly<Record<string, unknown>> };
  save: { error: unknown; variables: object | undefined };
  title: string;
}

/** Why a form was not saved, if none of its fields can say so; it disappears once something was changed. */
export function FormFailure({ form, save, title }: FormFailureProps) {
  if (!save.error || save.variables !== form.values) return null;
  const names = Object.keys(form.errors);
  if (names.length > 0 && names.every((name) => name in form.values)) return null;

  return <Failed error={save.error} title={title} />;
}
