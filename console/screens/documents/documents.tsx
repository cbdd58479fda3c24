import { Box, Button, Group } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { FilePlus2, FolderPlus, LayoutTemplate, Upload } from "lucide-react";
import { useState } from "react";
import { documentList, foldersQuery } from "../../api/documents.ts";
import { useMay } from "../../app/rights.ts";
import { DataList } from "../../parts/data-list.tsx";
import { Empty } from "../../parts/empty.tsx";
import { FilterSelect } from "../../parts/filter-select.tsx";
import { LinkButton } from "../../parts/link.tsx";
import { Page } from "../../parts/page.tsx";
import { SearchInput } from "../../parts/search-input.tsx";
import { usePendingDeletions } from "../../parts/undo.tsx";
import { useDocumentColumns } from "./document-columns.tsx";
import classes from "./documents.module.css";
import { FolderDialog } from "./folder-dialog.tsx";
import { FolderTree } from "./folder-tree.tsx";
import { NewDocumentDialog } from "./new-document-dialog.tsx";
import { NewHtmlDialog } from "./new-html-dialog.tsx";
import { UploadArea } from "./upload-area.tsx";
import { useUploads } from "./use-uploads.ts";

const route = getRouteApi("/inside/documents");

const TYPES = [
  { value: "html", label: "HTML" },
  { value: "docx", label: "Word" },
  { value: "xlsx", label: "Excel" },
  { value: "pptx", label: "PowerPoint" },
  { value: "pdf", label: "PDF form" },
] as const;

/** All templates of the workspace, in their folders. */
export function Documents() {
  const { create, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const { order = "name", ...filters } = search;
  const list = useInfiniteQuery(documentList({ ...filters, order }));
  const folders = useQuery(foldersQuery);
  const deleting = usePendingDeletions();
  const columns = useDocumentColumns({ showsFolder: search.folder === undefined });
  const uploads = useUploads(search.folder);
  const [newFolder, setNewFolder] = useState(false);

  const setSearch = (change: Partial<typeof search>) =>
    void navigate({ search: { ...search, ...change }, replace: true });
  const may = useMay();
  const mayWrite = may("document:write", search.folder);
  const isFiltered = Boolean(search.search ?? search.type ?? search.folder);
  const rows = list.data?.filter(({ id }) => !deleting.has(`document:${id}`));

  return (
    <UploadArea uploads={uploads} isClosed={!mayWrite}>
      {(openFiles) => (
        <Page
          title={search.folder ?? "Documents"}
          text={`Templates to be filled with data.${mayWrite ? " Drop Word, Excel, PowerPoint, PDF or HTML files anywhere on this page to add them." : ""}`}
          wide
          actions={
            mayWrite && (
              <>
                <LinkButton to="/gallery" variant="default" leftSection={<LayoutTemplate size={16} />}>
                  Gallery
                </LinkButton>
                <Button
                  variant="default"
                  leftSection={<FilePlus2 size={16} />}
                  onClick={() => void navigate({ search: { ...search, create: "html" } })}
                >
                  New HTML document
                </Button>
                <Button leftSection={<Upload size={16} />} onClick={openFiles}>
                  Upload files
                </Button>
              </>
            )
          }
        >
          <div className={classes.layout}>
            <Box component="nav" aria-label="Folders" className={classes.folders}>
              <FolderTree folders={folders.data ?? []} current={search.folder} />
              {mayWrite && (
                <Button
                  mt={6}
                  size="compact-sm"
                  variant="subtle"
                  color="gray"
                  leftSection={<FolderPlus size={14} />}
                  onClick={() => setNewFolder(true)}
                >
                  New folder
                </Button>
              )}
            </Box>
            <div className={classes.list}>
              <Group mb="sm" gap="xs">
                <SearchInput
                  label="Search documents"
                  value={search.search}
                  onSearch={(value) => setSearch({ search: value })}
                  flex="1 1 200px"
                />
                <FilterSelect
                  label="Folder"
                  placeholder="All folders"
                  data={(folders.data ?? []).map(({ name }) => name)}
                  value={search.folder}
                  onChange={(folder) => setSearch({ folder })}
                  searchable
                  className={classes.folderSelect}
                />
                <FilterSelect
                  label="Type"
                  placeholder="All types"
                  data={TYPES}
                  value={search.type}
                  onChange={(type) => setSearch({ type })}
                  w={140}
                />
              </Group>
              <DataList
                label="Documents"
                columns={columns}
                query={{ ...list, data: rows }}
                rowKey={({ id }) => id}
                order={order}
                onOrder={(next) => setSearch({ order: next })}
                empty={
                  isFiltered ? (
                    <Empty
                      icon={<Upload size={26} />}
                      title="No matches"
                      text="No document matches this search, type and folder."
                    >
                      <Button variant="default" onClick={() => void navigate({ search: {} })}>
                        Show all documents
                      </Button>
                    </Empty>
                  ) : (
                    <Empty
                      icon={<Upload size={26} />}
                      title="No documents yet"
                      text={
                        mayWrite
                          ? "Upload a Word file that has fields such as {$Name} in it, or start from one of the templates in the gallery."
                          : "There is none that you may see."
                      }
                    >
                      {mayWrite && (
                        <Group gap="xs" mt="xs">
                          <Button onClick={openFiles}>Upload files</Button>
                          <LinkButton to="/gallery" variant="default">
                            Open the gallery
                          </LinkButton>
                        </Group>
                      )}
                    </Empty>
                  )
                }
              />
            </div>
          </div>
          <NewHtmlDialog
            opened={create === "html"}
            folder={search.folder}
            onClose={() => void navigate({ search, replace: true })}
          />
          <NewDocumentDialog
            opened={create === "choose"}
            onClose={() => void navigate({ search, replace: true })}
            onUpload={() => {
              void navigate({ search, replace: true });
              openFiles();
            }}
            onHtml={() => void navigate({ search: { ...search, create: "html" }, replace: true })}
          />
          <FolderDialog opened={newFolder} parent={search.folder} onClose={() => setNewFolder(false)} />
        </Page>
      )}
    </UploadArea>
  );
}
