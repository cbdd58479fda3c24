import { Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { PlaceLink } from "../../parts/link.tsx";
import { Page } from "../../parts/page.tsx";
import type { ChosenFile } from "./tool-files.tsx";
import { TOOLS } from "./tool-list.ts";
import { ToolPanel } from "./tool-panel.tsx";
import classes from "./tools.module.css";

const route = getRouteApi("/inside/tools");

/** Files in, files out; nothing is kept. */
export function Tools() {
  const { tool: chosen } = route.useSearch();
  // They stay when another tool is chosen.
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [first] = TOOLS;
  const tool = TOOLS.find(({ id }) => id === chosen) ?? first;

  return (
    <Page title="Tools" text="Work on files directly. Nothing is stored." wide>
      <div className={classes.layout}>
        <nav aria-label="Tools" className={classes.tools}>
          {TOOLS.map(({ id, label, icon: Icon }) => (
            <PlaceLink
              key={id}
              to="/tools"
              search={{ tool: id }}
              label={label}
              leftSection={<Icon size={16} />}
              active={id === tool?.id}
              aria-current={id === tool?.id ? "true" : undefined}
              className={classes.tool}
            />
          ))}
        </nav>
        <div className={classes.work}>
          {tool && (
            <>
              <Text size="sm" className="quiet" mb="sm">
                {tool.text}
              </Text>
              <ToolPanel key={tool.id} tool={tool} files={files} onFiles={setFiles} />
            </>
          )}
        </div>
      </div>
    </Page>
  );
}
