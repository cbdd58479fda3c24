import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import classes from "./tab-links.module.css";

export interface TabLink {
  to:
    | "/documents/$id"
    | "/documents/$id/data"
    | "/documents/$id/settings"
    | "/documents/$id/deliveries"
    | "/documents/$id/versions"
    | "/documents/$id/list"
    | "/documents/$id/fill-in"
    | "/documents/$id/merge"
    | "/documents/$id/integrate"
    | "/routes/$id"
    | "/routes/$id/settings"
    | "/routes/$id/deliveries"
    | "/routes/$id/list"
    | "/routes/$id/fill-in"
    | "/routes/$id/merge"
    | "/routes/$id/integrate";
  params: { id: string };
  label: string;
}

/** The parts of one thing; each has its own address, so they are links. */
export function TabLinks({ label, tabs, children }: { label: string; tabs: readonly TabLink[]; children?: ReactNode }) {
  const bar = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // If the bar is wider than the screen, the part that is open is in view; the page itself does not move.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another part
  useEffect(() => {
    const open = bar.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (bar.current && open)
      bar.current.scrollLeft = open.offsetLeft - (bar.current.clientWidth - open.offsetWidth) / 2;
  }, [pathname]);

  return (
    <nav ref={bar} aria-label={label} className={classes.tabs}>
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
