import "@fontsource-variable/inter/wght.css";
import "./app/mantine.css";
import "@mantine/notifications/styles.css";
import "@mantine/dropzone/styles.css";
import "./app/styles.css";
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { styleNonce } from "./app/nonce.ts";
import { queryClient } from "./app/query-client.ts";
import { router } from "./app/router.tsx";
import { SignInAgain } from "./app/sign-in-again.tsx";
import { theme } from "./app/theme.ts";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no place for the console.");

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => styleNonce}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <SignInAgain />
        {/* Above dialogs (200), below menus (300): on a narrow screen a message covered the end of an open menu. */}
        <Notifications position="bottom-right" limit={4} zIndex={250} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
