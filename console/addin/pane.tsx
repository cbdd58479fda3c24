import "@fontsource-variable/inter/wght.css";
import "../app/mantine.css";
import "@mantine/notifications/styles.css";
import "../app/styles.css";
import { MantineProvider } from "@mantine/core";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { styleNonce } from "../app/nonce.ts";
import { theme } from "../app/theme.ts";
import { OutsideOffice } from "./screens/outside-office.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no place for the pane.");

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => styleNonce}>
      <OutsideOffice />
    </MantineProvider>
  </StrictMode>,
);
