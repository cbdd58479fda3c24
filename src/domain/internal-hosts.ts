/** `host` or `host:port`; names, IPv4, and IPv6 in brackets. */
const HOST = /^[a-z0-9._-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i;

/** Hosts of every workspace. */
const EVERY = "*";

/**
 * Whether a text is a setting INTERNAL_HOSTS: `WORKSPACE=host,host:port`, several with blanks between them, `*` for every
 * workspace.
 */
export const isInternalHosts = (setting: string): boolean =>
  entriesOf(setting).every(
    ([workspace = "", hosts]) => /^(\*|[\w-]+)$/.test(workspace) && hosts.every((host) => HOST.test(host)),
  );

/** The hosts of private networks that a workspace may reach: whoever runs the service says so, not the workspace. */
export function internalHostsOf(setting: string | undefined, workspaceId: string): string[] {
  const entries = entriesOf(setting ?? "").filter(([workspace]) => workspace === workspaceId || workspace === EVERY);
  return [...new Set(entries.flatMap(([, hosts]) => hosts))];
}

function entriesOf(setting: string): [workspace: string, hosts: string[]][] {
  return setting
    .split(/\s+/)
    .filter((entry) => entry !== "")
    .map((entry) => {
      const [workspace = "", ...hosts] = entry.split("=");
      return [workspace, hosts.join("=").split(",")];
    });
}
