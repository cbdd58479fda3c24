import { ActionIcon, Group, PasswordInput, Text } from "@mantine/core";
import { ArrowDown, ArrowUp, KeyRound, X } from "lucide-react";
import { useState } from "react";
import { shownSize } from "../../parts/shown-size.ts";
import classes from "./tools.module.css";

export interface ChosenFile {
  key: string;
  file: File;
  /** Opens it, if it is encrypted. */
  password?: string;
}

interface ToolFilesProps {
  files: readonly ChosenFile[];
  /** Whether their order matters. */
  isOrdered: boolean;
  /** One of them was refused for its password. */
  asksPasswords: boolean;
  onFiles: (files: readonly ChosenFile[]) => void;
}

/** The files that were chosen, each with a place for the password that opens it. */
export function ToolFiles({ files, isOrdered, asksPasswords, onFiles }: ToolFilesProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());

  function move(index: number, by: number) {
    const moved = [...files];
    const [file] = moved.splice(index, 1);
    if (file) moved.splice(index + by, 0, file);
    onFiles(moved);
  }

  function toggle(key: string) {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  }

  const change = (key: string, password: string) =>
    onFiles(files.map((chosen) => (chosen.key === key ? { ...chosen, password } : chosen)));

  return (
    <ul className={classes.files}>
      {files.map(({ key, file, password = "" }, index) => {
        const isOpen = open.has(key) || asksPasswords || password !== "";
        return (
          <li key={key} className={classes.file}>
            <Text size="sm" truncate title={file.name}>
              {file.name}
            </Text>
            <Text size="xs" className="quiet numbers">
              {shownSize(file.size)}
            </Text>
            <Group gap={0} wrap="nowrap">
              {isOrdered && (
                <>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Move ${file.name} up`}
                    disabled={index === 0}
                    onClick={() => move(index, -1)}
                  >
                    <ArrowUp size={15} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Move ${file.name} down`}
                    disabled={index === files.length - 1}
                    onClick={() => move(index, 1)}
                  >
                    <ArrowDown size={15} />
                  </ActionIcon>
                </>
              )}
              <ActionIcon
                variant="subtle"
                color="gray"
                title="Enter its password"
                aria-label={`Enter the password of ${file.name}`}
                aria-expanded={isOpen}
                onClick={() => toggle(key)}
              >
                <KeyRound size={15} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${file.name}`}
                onClick={() => onFiles(files.filter((other) => other.key !== key))}
              >
                <X size={15} />
              </ActionIcon>
            </Group>
            {isOpen && (
              <PasswordInput
                className={classes.password}
                size="xs"
                label={`Password of ${file.name}`}
                description="Opens an encrypted PDF or Office file. It is not kept."
                value={password}
                onChange={({ currentTarget }) => change(key, currentTarget.value)}
                autoComplete="off"
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
