import { Tabs } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { Page } from "../../parts/page.tsx";
import { Ways } from "../ways/ways.tsx";
import { Alerts } from "./alerts.tsx";
import { Defaults } from "./defaults.tsx";
import { Fonts } from "./fonts.tsx";
import { Keys } from "./keys.tsx";
import { MailServer } from "./mail-server.tsx";
import { Mailbox } from "./mailbox.tsx";
import { Sessions } from "./sessions.tsx";
import { Signers } from "./signers.tsx";
import { Usage } from "./usage.tsx";

const route = getRouteApi("/inside/account");

const PARTS = [
  { id: "keys", label: "API keys", Part: Keys },
  { id: "defaults", label: "Defaults", Part: Defaults },
  { id: "alerts", label: "Alerts", Part: Alerts },
  { id: "mail", label: "Mail", Part: MailServer },
  { id: "signers", label: "Signatures", Part: Signers },
  { id: "fonts", label: "Fonts", Part: Fonts },
  { id: "usage", label: "Usage", Part: Usage },
  { id: "sessions", label: "Sessions", Part: Sessions },
  { id: "ways", label: "Ways to sign in", Part: Ways },
  { id: "mailbox", label: "Local mailbox", Part: Mailbox },
] as const;

/** The workspace: its keys, its defaults, its usage. */
export function Account() {
  const { part = "keys" } = route.useSearch();
  const navigate = route.useNavigate();

  return (
    <Page title="Account">
      <Tabs
        value={part}
        onChange={(next) => void navigate({ search: { part: PARTS.find(({ id }) => id === next)?.id }, replace: true })}
        keepMounted={false}
      >
        <Tabs.List style={{ flexWrap: "nowrap", overflowX: "auto" }}>
          {PARTS.map(({ id, label }) => (
            <Tabs.Tab key={id} value={id} style={{ whiteSpace: "nowrap" }}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {PARTS.map(({ id, Part }) => (
          <Tabs.Panel key={id} value={id} pt="lg">
            <Part />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
