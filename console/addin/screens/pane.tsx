import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import type { HostDocument } from "../office/host-document.ts";
import type { OfficeApi } from "../office/office-api.ts";
import type { Access } from "../session/access.ts";
import { ChooseDocument } from "./choose-document.tsx";
import classes from "./pane.module.css";
import { SignIn } from "./sign-in.tsx";
import { useChosen } from "./use-chosen.ts";
import { Workbench } from "./workbench.tsx";

interface PaneProps {
  office: OfficeApi;
  /** What is open beside the pane. */
  file: HostDocument;
  access: Access;
}

/** Who signs in, which document the open file is a template of, and then the work on it. */
export function Pane({ office, file, access }: PaneProps) {
  const isIn = useSyncExternalStore(access.subscribe, access.isPossible);
  const [chosen, choose] = useChosen(file.address);
  const queries = useQueryClient();

  // Another person may see other things.
  useEffect(() => {
    if (!isIn) queries.clear();
  }, [isIn, queries]);

  return (
    <main className={classes.pane}>
      {!isIn ? (
        <SignIn office={office} access={access} program={file.program} />
      ) : chosen === undefined ? (
        <ChooseDocument file={file} access={access} onChoose={choose} />
      ) : (
        <Workbench key={chosen} id={chosen} file={file} access={access} onLeave={() => choose(undefined)} />
      )}
    </main>
  );
}
