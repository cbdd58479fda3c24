import { Tabs } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import type { ComponentType } from "react";
import type { Right } from "../../app/is-allowed.ts";
import { useMay } from "../../app/rights.ts";
import { Page } from "../../parts/page.tsx";
import { Hooks } from "../hooks/hooks.tsx";
import { Ways } from "../ways/ways.tsx";
import { Alerts } from "./alerts.tsx";
import { Defaults } from "./defaults.tsx";
import { Fonts } from "./fonts.tsx";
import { Keys } from "./keys.tsx";
import { MailServer } from "./mail-server.tsx";
import { Mailbox } from "./mailbox.tsx";
import { Sessions } from "./sessions.tsx";
import { Signers } from "./signers.tsx";
import { Turnstile } from "./turnstile.tsx";
import { Usage } from "./usage.tsx";

const route = getRouteApi("/inside/account");

const PARTS = [
  { id: "keys", label: "API keys", Part: Keys, needs: "key:read" },
  { id: "defaults", label: "Defaults", Part: Defaults, needs: "account:read" },
  { id: "alerts", label: "Alerts", Part: Alerts, needs: "account:write" },
  { id: "hooks", label: "Hooks", Part: Hooks, needs: "delivery:write" },
  { id: "mail", label: "Mail", Part: MailServer, needs: "account:read" },
  { id: "turnstile", label: "Fill-in pages", Part: Turnstile, needs: "account:read" },
  { id: "signers", label: "Signatures", Part: Signers, needs: "account:read" },
  { id: "fonts", label: "Fonts", Part: Fonts, needs: "document:read" },
  { id: "usage", label: "Usage", Part: Usage, needs: "run:read" },
  { id: "sessions", label: "Sessions", Part: Sessions, needs: undefined },
  { id: "ways", label: "Ways to sign in", Part: Ways, needs: undefined },
  { id: "mailbox", label: "Local mailbox", Part: Mailbox, needs: "run:data" },
] as const satisfies readonly { id: string; label: string; Part: ComponentType; needs: Right | undefined }[];

/** The workspace: its keys, its defaults, its usage. */
export function Account() {
  const may = useMay();
  const parts = PARTS.filter(({ needs }) => needs === undefined || may(needs));
  const { part = parts[0]?.id } = route.useSearch();
  const navigate = route.useNavigate();

  return (
    <Page title="Account">
      <Tabs
        value={part ?? null}
        onChange={(next) => void navigate({ search: { part: PARTS.find(({ id }) => id === next)?.id }, replace: true })}
        keepMounted={false}
      >
        <Tabs.List style={{ flexWrap: "nowrap", overflowX: "auto" }}>
          {parts.map(({ id, label }) => (
            <Tabs.Tab key={id} value={id} style={{ whiteSpace: "nowrap" }}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {parts.map(({ id, Part }) => (
          <Tabs.Panel key={id} value={id} pt="lg">
            <Part />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
