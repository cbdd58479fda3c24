import type { AddinDescription } from "./addin-description.ts";

/** The first version of the schema whose Word, Excel and PowerPoint add-ins are no preview. */
const SCHEMA_VERSION = "1.23";

/** Icons of a manifest's package: names within it. */
export const PACKAGE_ICONS = { color: "color.png", outline: "outline.png" } as const;

const RUNTIME = "pane";
const SHOW_PANE = "showPane";

/**
 * The unified manifest of Microsoft 365 (schema `MicrosoftTeams.schema.json`), as an object to be written as JSON. Microsoft's
 * administration takes it in a ZIP file, together with its two icons.
 */
export function jsonManifest(addin: AddinDescription) {
  const { id, version, name, provider, summary, text, root, pane, help, button, hosts } = addin;
  const icons = addin.icons.flatMap(({ size, address }) => (size === 64 ? [] : [{ size, url: address }]));
  const scopes = hosts.map(({ scope }) => scope);

  return {
    $schema: `https://developer.microsoft.com/json-schemas/teams/v${SCHEMA_VERSION}/MicrosoftTeams.schema.json`,
    manifestVersion: SCHEMA_VERSION,
    version,
    id,
    developer: {
      name: provider,
      websiteUrl: `${root}/`,
      // Whoever runs the service may have pages of their own; these say what it does.
      privacyUrl: help,
      termsOfUseUrl: help,
    },
    name: { short: name, full: name },
    description: { short: summary, full: text },
    icons: PACKAGE_ICONS,
    accentColor: "#0F766E",
    validDomains: [new URL(root).host],
    authorization: {
      permissions: { resourceSpecific: [{ name: "Document.ReadWrite.User", type: "Delegated" }] },
    },
    extensions: [
      {
        requirements: { scopes, capabilities: [{ name: "DialogApi", minVersion: "1.1" }] },
        runtimes: [
          {
            id: RUNTIME,
            type: "general",
            code: { page: pane },
            lifetime: "short",
            actions: [{ id: SHOW_PANE, type: "openPage", view: RUNTIME }],
          },
        ],
        ribbons: [
          {
            contexts: ["default"],
            tabs: [
              {
                builtInTabId: "TabHome",
                groups: [
                  {
                    id: "docloomGroup",
                    label: button,
                    icons,
                    controls: [
                      {
                        id: "docloomOpen",
                        type: "button",
                        label: button,
                        icons,
                        supertip: { title: button, description: text },
                        actionId: SHOW_PANE,
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  };
}
