import { createTheme, type MantineColorsTuple } from "@mantine/core";

const teal: MantineColorsTuple = [
  "#effcf9",
  "#d5f5ee",
  "#aee9de",
  "#7bd8c9",
  "#45bfae",
  "#22a393",
  "#128477",
  "#0f6e64",
  "#0d5952",
  "#0b4a44",
];

/** Cool grays: pages of paper stand out from them without a border. */
const dark: MantineColorsTuple = [
  "#d3d8de",
  "#b4bcc6",
  "#99a3af",
  "#6b7683",
  "#3c4652",
  "#2e3742",
  "#232b34",
  "#1a2129",
  "#141a21",
  "#0e1318",
];

/** One look for all screens; differences from Mantine's own are stated here and nowhere else. */
export const theme = createTheme({
  primaryColor: "teal",
  primaryShade: { light: 7, dark: 7 },
  colors: { teal, dark },
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'JetBrains Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: "0.75rem", sm: "0.8438rem", md: "0.9375rem", lg: "1.0625rem", xl: "1.25rem" },
  headings: {
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    fontWeight: "620",
    sizes: {
      h1: { fontSize: "1.375rem", lineHeight: "1.3" },
      h2: { fontSize: "1.0625rem", lineHeight: "1.4" },
      h3: { fontSize: "0.9375rem", lineHeight: "1.4" },
    },
  },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Modal: {
      defaultProps: {
        closeButtonProps: { "aria-label": "Close" },
        // A click that misses, beside a list that has just become shorter, would take along all that was typed.
        closeOnClickOutside: false,
        // Its header would be a second banner of the page.
        attributes: { header: { role: "presentation" } },
      },
    },
    Notification: {
      defaultProps: { closeButtonProps: { "aria-label": "Close" } },
      // The library's own gray below a title is too pale to be read.
      styles: { description: { color: "var(--mantine-color-dimmed)" } },
    },
  },
});
