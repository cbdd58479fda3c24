import { ActionIcon, AppShell, Burger, Group, Text } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import {
  CircleUserRound,
  FileText,
  History,
  House,
  LayoutTemplate,
  LogOut,
  type LucideIcon,
  ScrollText,
  Send,
  Split,
  SunMoon,
  Trash2,
  Users,
  Wrench,
} from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { DropFrame } from "../parts/files/drop-frame.tsx";
import { PlaceLink } from "../parts/link.tsx";
import { Logo } from "../parts/logo.tsx";
import { ConnectionNotice } from "./connection-notice.tsx";
import { GuideLink } from "./guide-link.tsx";
import type { Right } from "./is-allowed.ts";
import { useMay } from "./rights.ts";
import { sessionQuery } from "./session.ts";
import classes from "./shell.module.css";

interface Place {
  to:
    | "/"
    | "/documents"
    | "/routes"
    | "/runs"
    | "/deliveries"
    | "/tools"
    | "/gallery"
    | "/people"
    | "/log"
    | "/bin"
    | "/account";
  label: string;
  icon: LucideIcon;
  /** Shown to who may this anywhere; to everybody without it. */
  needs?: Right;
}

const PLACES: readonly Place[] = [
  { to: "/", label: "Home", icon: House },
  { to: "/documents", label: "Documents", icon: FileText, needs: "document:read" },
  { to: "/routes", label: "Data routes", icon: Split, needs: "document:read" },
  { to: "/runs", label: "Runs", icon: History, needs: "run:read" },
  { to: "/deliveries", label: "Deliveries", icon: Send, needs: "run:read" },
  { to: "/tools", label: "Tools", icon: Wrench, needs: "tool:use" },
  { to: "/gallery", label: "Gallery", icon: LayoutTemplate, needs: "document:write" },
  { to: "/people", label: "People", icon: Users, needs: "people:read" },
  { to: "/log", label: "Log", icon: ScrollText, needs: "audit:read" },
  { to: "/bin", label: "Bin", icon: Trash2, needs: "document:write" },
  { to: "/account", label: "Account", icon: CircleUserRound },
];

/** The frame around every screen: where you are and where you can go. */
export function Shell() {
  const [opened, { toggle, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  const may = useMay();
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  // Forms are saved like editors, from any of their fields.
  useHotkeys([["mod+S", () => saveForm(main.current)]], []);

  // After moving to another screen, the keyboard and screen readers continue in it, not in the navigation.
  useEffect(() => {
    close();
    if (first.current) first.current = false;
    else if (pathname !== "") main.current?.focus({ preventScroll: true });
  }, [pathname, close]);

  return (
    <AppShell
      header={{ height: { base: 52, sm: 0 } }}
      navbar={{ width: 216, breakpoint: "sm", collapsed: { mobile: !opened } }}
      padding={0}
    >
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <AppShell.Header hiddenFrom="sm" className={classes.header}>
        <Burger
          opened={opened}
          onClick={toggle}
          size="sm"
          aria-label={opened ? "Close the menu" : "Open the menu"}
          aria-expanded={opened}
        />
        <Logo />
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} aria-label="Main">
        <Group px="md" h={56} visibleFrom="sm">
          <Logo />
        </Group>
        <div className={classes.places}>
          {PLACES.filter(({ needs }) => !needs || may(needs)).map(({ to, label, icon: Icon }) => (
            <PlaceLink
              key={to}
              to={to}
              search={{}}
              label={label}
              leftSection={<Icon size={17} strokeWidth={1.9} />}
              active={
                to === "/"
                  ? pathname === "/console" || pathname === "/console/" || pathname === "/"
                  : isIn(pathname, to)
              }
              aria-current={isIn(pathname, to) ? "page" : undefined}
              className={classes.link}
            />
          ))}
        </div>
        <GuideLink pathname={pathname} />
        <Footer />
      </AppShell.Navbar>
      <AppShell.Main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <ConnectionNotice />
        <Outlet />
        <DropFrame />
      </AppShell.Main>
    </AppShell>
  );
}

/** Presses "Save" of the form in view, if it has anything to save. */
function saveForm(screen: HTMLElement | null): void {
  screen?.querySelector<HTMLButtonElement>("form button[type=submit]:not(:disabled)")?.click();
}

const isIn = (pathname: string, to: string): boolean => to !== "/" && pathname.replace(/^\/console/, "").startsWith(to);

function Footer() {
  const { data: session } = useQuery(sessionQuery);
  const navigate = useNavigate();

  return (
    <Group className={classes.footer} gap={6} wrap="nowrap">
      <Text size="xs" className="quiet" truncate flex={1} title={session?.workspace}>
        {session?.person ? `${session.person}, ${session.workspace}` : session?.workspace}
      </Text>
      <SchemeButton />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Sign out"
        title="Sign out"
        onClick={() => void navigate({ to: "/sign-out", state: { isAskedFor: true } })}
      >
        <LogOut size={16} />
      </ActionIcon>
    </Group>
  );
}

const SchemeMenu = lazy(() => import("./scheme-menu.tsx").then((module) => ({ default: module.SchemeMenu })));

/** The menu comes with the first click: a first visit need not load it. */
function SchemeButton() {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <ActionIcon variant="subtle" color="gray" aria-label="Color scheme" onClick={() => setWanted(true)}>
      <SunMoon size={16} />
    </ActionIcon>
  );

  return isWanted ? (
    <Suspense fallback={button}>
      <SchemeMenu />
    </Suspense>
  ) : (
    button
  );
}
