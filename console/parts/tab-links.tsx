import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import classes from "./tab-links.module.css";

export interface TabLink {
  to:
    | "/documents/$id"
    | "/documents/$id/data"
    | "/documents/$id/settings"
    | "/documents/$id/deliveries"
    | "/documents/$id/versions"
    | "/documents/$id/use"
    | "/routes/$id"
    | "/routes/$id/settings"
    | "/routes/$id/deliveries"
    | "/routes/$id/use";
  params: { id: string };
  label: string;
}

/** The parts of one thing; each has its own address, so they are links. */
export function TabLinks({ label, tabs, children }: { label: string; tabs: readonly TabLink[]; children?: ReactNode }) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map(({ to, params, label: name }, index) => (
        <Link
          key={to}
          to={to}
          params={params}
          activeOptions={{ exact: index === 0, includeSearch: false }}
          className={classes.tab}
        >
          {name}
        </Link>
      ))}
      {children}
    </nav>
  );
}
