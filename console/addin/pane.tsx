import "@fontsource-variable/inter/wght.css";
import "../app/mantine.css";
import "@mantine/notifications/styles.css";
import "../app/styles.css";
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { api } from "../api/client.ts";
import { Problem } from "../api/problem.ts";
import { styleNonce } from "../app/nonce.ts";
import { queryClient } from "../app/query-client.ts";
import { theme } from "../app/theme.ts";
import { openOffice } from "./office/open-document.ts";
import { OutsideOffice } from "./screens/outside-office.tsx";
import { Pane } from "./screens/pane.tsx";
import { Access } from "./session/access.ts";
import { keptToken } from "./session/kept-token.ts";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no place for the pane.");

const open = await openOffice();
const access = new Access(keptToken(open?.office.context.partitionKey ?? ""));

// Every call of the console's screens goes out with the person's token in place of a session.
api.use({
  async onRequest({ request }) {
    request.headers.set("authorization", `Bearer ${await access.token()}`);
    return request;
  },
  onError({ error }) {
    if (error instanceof Problem && error.status === 401) access.lose();
  },
});

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => styleNonce}>
      <QueryClientProvider client={queryClient}>
        {open ? <Pane office={open.office} file={open.document} access={access} /> : <OutsideOffice />}
        {/* Above dialogs (200), below menus (300): on a narrow screen a message covered the end of an open menu. */}
        <Notifications position="bottom-center" limit={3} zIndex={250} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
