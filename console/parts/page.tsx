import { Group, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import type { ReactNode } from "react";
import classes from "./page.module.css";

/** A screen's heading, with the actions beside it, and its content. */
export function Page({
  title,
  text,
  actions,
  wide = false,
  children,
}: {
  title: string;
  text?: ReactNode;
  actions?: ReactNode;
  /** Uses the whole width, for work that needs room. */
  wide?: boolean;
  children: ReactNode;
}) {
  useDocumentTitle(`${title} - Docloom`);

  return (
    <div className={classes.page} data-wide={wide}>
      <Group justify="space-between" align="flex-start" gap="sm" mb="md">
        <div className={classes.heading}>
          <Title order={1}>{title}</Title>
          {text && (
            <Text size="sm" className="quiet" mt={2} component="div">
              {text}
            </Text>
          )}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </div>
  );
}
