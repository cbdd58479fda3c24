import type { AddinDescription } from "./addin-description.ts";

/** Icons of a group or a button: 16, 32 and 80 pixels are what each has to have. */
const RIBBON_ICONS = [16, 32, 80] as const;

/**
 * The add-in only manifest (schemas `appforoffice/1.1` and `taskpaneappversionoverrides`). Office reads its elements in this
 * order and no other; names of resources have at most 32 characters.
 */
export function xmlManifest(addin: AddinDescription): string {
  const { id, version, name, provider, text, root, pane, help, hosts } = addin;
  return `<?xml version="1.0" encoding="UTF-8"?>
<OfficeApp xmlns="http://schemas.microsoft.com/office/appforoffice/1.1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:bt="http://schemas.microsoft.com/office/officeappbasictypes/1.0" xsi:type="TaskPaneApp">
  <Id>${id}</Id>
  <Version>${version}.0</Version>
  <ProviderName>${escaped(provider)}</ProviderName>
  <DefaultLocale>en-US</DefaultLocale>
  <DisplayName DefaultValue="${escaped(name)}"/>
  <Description DefaultValue="${escaped(text)}"/>
  <IconUrl DefaultValue="${escaped(iconOf(addin, 32))}"/>
  <HighResolutionIconUrl DefaultValue="${escaped(iconOf(addin, 64))}"/>
  <SupportUrl DefaultValue="${escaped(help)}"/>
  <AppDomains>
    <AppDomain>${escaped(root)}</AppDomain>
  </AppDomains>
  <Hosts>
${hosts.map(({ xmlName }) => `    <Host Name="${xmlName}"/>`).join("\n")}
  </Hosts>
  <Requirements>
    <Sets DefaultMinVersion="1.1">
      <Set Name="DialogApi" MinVersion="1.1"/>
    </Sets>
  </Requirements>
  <DefaultSettings>
    <SourceLocation DefaultValue="${escaped(pane)}"/>
  </DefaultSettings>
  <Permissions>ReadWriteDocument</Permissions>
  <VersionOverrides xmlns="http://schemas.microsoft.com/office/taskpaneappversionoverrides" xsi:type="VersionOverridesV1_0">
    <Hosts>
${hosts.map(({ xmlName }) => ribbonOf(xmlName)).join("\n")}
    </Hosts>
${resourcesOf(addin)}
  </VersionOverrides>
</OfficeApp>
`;
}

/** A button on the first tab of a program, which opens the pane. */
const ribbonOf = (host: string): string => `      <Host xsi:type="${host}">
        <DesktopFormFactor>
          <GetStarted>
            <Title resid="Started.Title"/>
            <Description resid="Started.Text"/>
            <LearnMoreUrl resid="Help.Url"/>
          </GetStarted>
          <ExtensionPoint xsi:type="PrimaryCommandSurface">
            <OfficeTab id="TabHome">
              <Group id="Docloom.Group">
                <Label resid="Button.Label"/>
                ${ICON}
                <Control xsi:type="Button" id="Docloom.Open">
                  <Label resid="Button.Label"/>
                  <Supertip>
                    <Title resid="Button.Label"/>
                    <Description resid="Button.Text"/>
                  </Supertip>
                  ${ICON}
                  <Action xsi:type="ShowTaskpane">
                    <TaskpaneId>Docloom.Pane</TaskpaneId>
                    <SourceLocation resid="Pane.Url"/>
                  </Action>
                </Control>
              </Group>
            </OfficeTab>
          </ExtensionPoint>
        </DesktopFormFactor>
      </Host>`;

const ICON = `<Icon>${RIBBON_ICONS.map((size) => `<bt:Image size="${size}" resid="Icon.${size}"/>`).join("")}</Icon>`;

function resourcesOf(addin: AddinDescription): string {
  const { name, pane, help, button, summary, text } = addin;
  return `    <Resources>
      <bt:Images>
${RIBBON_ICONS.map((size) => `        <bt:Image id="Icon.${size}" DefaultValue="${escaped(iconOf(addin, size))}"/>`).join("\n")}
      </bt:Images>
      <bt:Urls>
        <bt:Url id="Pane.Url" DefaultValue="${escaped(pane)}"/>
        <bt:Url id="Help.Url" DefaultValue="${escaped(help)}"/>
      </bt:Urls>
      <bt:ShortStrings>
        <bt:String id="Button.Label" DefaultValue="${escaped(button)}"/>
        <bt:String id="Started.Title" DefaultValue="${escaped(`${name} is ready`)}"/>
      </bt:ShortStrings>
      <bt:LongStrings>
        <bt:String id="Button.Text" DefaultValue="${escaped(text)}"/>
        <bt:String id="Started.Text" DefaultValue="${escaped(summary)}"/>
      </bt:LongStrings>
    </Resources>`;
}

function iconOf({ icons }: AddinDescription, wanted: number): string {
  const icon = icons.find(({ size }) => size === wanted);
  if (!icon) throw new RangeError(`The add-in has no icon of ${wanted} pixels.`);
  return icon.address;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
