import { ActionIcon, TextInput } from "@mantine/core";
import { Calendar } from "lucide-react";
import { type ReactNode, useRef } from "react";
import classes from "./data-form.module.css";

interface DateTextProps {
  label: string;
  description?: ReactNode;
  withAsterisk: boolean;
  error: ReactNode;
  value: string;
  onChange: (value: string) => void;
}

const ISO = /^\d{4}-\d\d-\d\d$/;

/** A date: typed in any form that a merge reads, or chosen from the browser's calendar. */
export function DateText({ value, onChange, ...props }: DateTextProps) {
  const picker = useRef<HTMLInputElement>(null);

  return (
    <TextInput
      {...props}
      placeholder="2026-01-31"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      rightSection={
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Choose a date for ${props.label}`}
            onClick={() => picker.current?.showPicker()}
          >
            <Calendar size={16} />
          </ActionIcon>
          <input
            ref={picker}
            type="date"
            className={classes.picker}
            tabIndex={-1}
            aria-hidden
            value={ISO.test(value) ? value : ""}
            onChange={({ currentTarget }) => currentTarget.value && onChange(currentTarget.value)}
          />
        </>
      }
    />
  );
}
