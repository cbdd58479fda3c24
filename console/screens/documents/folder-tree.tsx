import { ActionIcon, Menu, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Ellipsis, Files, Folder as FolderIcon, FolderOpen, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useMay } from "../../app/rights.ts";
import { FolderDeletion } from "./folder-deletion.tsx";
import { FolderDialog } from "./folder-dialog.tsx";
import classes from "./folder-tree.module.css";

interface Folder {
  id: string;
  /** The whole path, `Sales/Invoices`. */
  name: string;
}

/** The folders as a tree; each is a link, so that a folder can be shared. */
export function FolderTree({ folders, current }: { folders: readonly Folder[]; current: string | undefined }) {
  const [renamed, setRenamed] = useState<Folder>();
  const [deleted, setDeleted] = useState<Folder>();
  const may = useMay();
  const sorted = [...folders].sort((one, other) => one.name.localeCompare(other.name));

  return (
    <>
      <ul className={classes.tree}>
        <li className={classes.item} data-active={current === undefined}>
          <Link
            to="/documents"
            search={{}}
            className={classes.link}
            aria-current={current === undefined ? "true" : undefined}
          >
            <Files size={15} aria-hidden />
            All documents
          </Link>
        </li>
        {sorted.map((folder) => {
          const parts = folder.name.split("/");
          const isCurrent = folder.name === current;

          return (
            <li
              key={folder.id}
              className={classes.item}
              data-active={isCurrent}
              style={{ paddingInlineStart: (parts.length - 1) * 14 }}
            >
              <Link
                to="/documents"
                search={{ folder: folder.name }}
                className={classes.link}
                aria-current={isCurrent ? "true" : undefined}
              >
                {isCurrent ? <FolderOpen size={15} aria-hidden /> : <FolderIcon size={15} aria-hidden />}
                <Text span inherit truncate title={folder.name}>
                  {parts.at(-1)}
                </Text>
              </Link>
              {may("document:write", folder.name) && (
                <Menu position="bottom-end">
                  <Menu.Target>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size="sm"
                      className={classes.more}
                      aria-label={`Actions for the folder ${folder.name}`}
                    >
                      <Ellipsis size={14} />
                    </ActionIcon>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item leftSection={<Pencil size={14} />} onClick={() => setRenamed(folder)}>
                      Rename or move
                    </Menu.Item>
                    <Menu.Item leftSection={<Trash2 size={14} />} onClick={() => setDeleted(folder)}>
                      Delete
                    </Menu.Item>
                  </Menu.Dropdown>
                </Menu>
              )}
            </li>
          );
        })}
      </ul>
      <FolderDialog opened={renamed !== undefined} folder={renamed} onClose={() => setRenamed(undefined)} />
      <FolderDeletion folder={deleted} onClose={() => setDeleted(undefined)} />
    </>
  );
}
