import { Breadcrumbs } from "@mantine/core";
import { Outlet } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Failed } from "./failed.tsx";
import { TextLink } from "./link.tsx";
import classes from "./resource-page.module.css";
import { type TabLink, TabLinks } from "./tab-links.tsx";

/** The class of a name that has to stay in one line. */
export const resourceName = classes.name;

/** The frame of everything about one document or data route: where it is, its name and the tabs. */
export function ResourcePage({
  path,
  heading,
  name,
  tabs,
  runs,
}: {
  /** Links to the lists that it is in, from the widest; the library puts separators only between members of a list. */
  path: readonly ReactNode[];
  heading: ReactNode;
  name: string;
  tabs: readonly TabLink[];
  /** The filter of the list of its runs. */
  runs: { document?: string; route?: string };
}) {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Breadcrumbs separatorMargin={6} className={classes.path}>
          {path}
        </Breadcrumbs>
        {heading}
        <TabLinks label={`About ${name}`} tabs={tabs}>
          <TextLink to="/runs" search={runs} className={classes.runs}>
            Runs
          </TextLink>
        </TabLinks>
      </header>
      <Outlet />
    </div>
  );
}

/** Replaces a frame whose content could not be loaded. */
export function ResourceFailed({
  error,
  onRetry,
  title,
  children,
}: {
  error: unknown;
  onRetry: () => void;
  title: string;
  children?: ReactNode;
}) {
  return (
    <div className={classes.failed}>
      <Failed error={error} onRetry={onRetry} title={title} />
      {children}
    </div>
  );
}
