import { Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { ListedDocument } from "../../api/documents.ts";
import type { Column } from "../../parts/data-list.tsx";
import rowLink from "../../parts/row-link.module.css";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { TypeBadge } from "../../parts/type-badge.tsx";
import { When } from "../../parts/when.tsx";
import { DocumentMenu } from "./document-menu.tsx";

/** The columns of the list of documents. */
export function useDocumentColumns({ showsFolder }: { showsFolder: boolean }): readonly Column<ListedDocument>[] {
  return useMemo(
    () => [
      { title: "Type", width: "54px", from: 420, cell: ({ type }) => <TypeBadge type={type} /> },
      {
        title: "Name",
        width: "minmax(0, 3fr)",
        order: "name",
        cell: (document) => (
          <>
            <Link to="/documents/$id" params={{ id: document.id }} className={rowLink.link}>
              {document.name}
            </Link>
            <Text size="xs" className="quiet" truncate>
              {describe(document, showsFolder)}
            </Text>
          </>
        ),
      },
      {
        title: "Last merge",
        width: "minmax(130px, 1fr)",
        from: 620,
        cell: ({ last_run: run }) =>
          run ? (
            <Text size="sm" component="span">
              {run.status === "failed" && <StatusBadge status="failed" />} <When at={run.accepted_at} />
              {run.test && <span className="quiet"> (test)</span>}
            </Text>
          ) : (
            <span className="quiet">never</span>
          ),
      },
      {
        title: "Changed",
        width: "120px",
        from: 760,
        order: "updated_at",
        cell: ({ updated_at }) => <When at={updated_at} />,
      },
      { title: "Actions", width: "60px", align: "end", cell: (document) => <DocumentMenu document={document} /> },
    ],
    [showsFolder],
  );
}

function describe({ output, folder, active }: ListedDocument, showsFolder: boolean): string {
  const facts = [output === "email" ? "Output: e-mail" : `Output: ${output.toUpperCase()}`];
  if (showsFolder && folder) facts.unshift(folder);
  if (active === "0") facts.push("test mode");

  return facts.join(" · ");
}
