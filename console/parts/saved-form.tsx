import { Button, Group, Paper, Stack } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { ReactNode } from "react";
import { showFirstError } from "./form/first-error.ts";
import { FormFailure } from "./form-failure.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { Lockable } from "./lockable.tsx";
import type { FormSaving } from "./use-form-save.ts";

/** A form on a sheet of its own with "Save" at its foot. Whoever leaves with unsaved changes is asked. */
export function SavedForm<Values extends Record<string, unknown>>({
  form,
  save,
  intro,
  failure,
  isLocked = false,
  children,
}: {
  form: UseFormReturnType<Values>;
  save: FormSaving<Values>;
  intro?: ReactNode;
  /** The title of a failure that belongs to no field. */
  failure: string;
  /** Whoever is signed in may look, and change nothing. */
  isLocked?: boolean;
  children: ReactNode;
}) {
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values), showFirstError)} noValidate>
      <LeaveGuard active={form.isDirty()} />
      <Paper withBorder p="lg" maw={620}>
        <Lockable isLocked={isLocked}>
          <Stack gap="sm">
            {intro}
            <FormFailure form={form} save={save} title={failure} {...(save.conflict && { conflict: save.conflict })} />
            {children}
          </Stack>
        </Lockable>
        {!isLocked && (
          <Group justify="flex-end" mt="lg">
            <Button type="submit" disabled={!form.isDirty()} loading={save.isPending}>
              Save
            </Button>
          </Group>
        )}
      </Paper>
    </form>
  );
}
