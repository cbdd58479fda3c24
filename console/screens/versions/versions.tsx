import { Badge, Button, Group, Modal, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { approvalsQuery } from "../../api/approvals.ts";
import { allOf, api } from "../../api/client.ts";
import { documentQuery } from "../../api/documents.ts";
import { useMay } from "../../app/rights.ts";
import { AskForApproval } from "../../parts/approval/ask-for-approval.tsx";
import { Busy } from "../../parts/busy.tsx";
import { fileOf } from "../../parts/download-template.ts";
import { Failed } from "../../parts/failed.tsx";
import { notifyDone } from "../../parts/notify.ts";
import { PreviewPane } from "../../parts/preview/preview-pane.tsx";
import { useSampleData } from "../../parts/preview/use-sample.ts";
import { saveFile } from "../../parts/save-file.ts";
import { shownSize } from "../../parts/shown-size.ts";
import { TemplateDownload } from "../../parts/template-download.tsx";
import { useSingleMutation } from "../../parts/use-single-mutation.ts";
import { When } from "../../parts/when.tsx";
import editor from "../editor/editor.module.css";
import { Approvals } from "./approvals.tsx";
import { Changes } from "./changes.tsx";
import classes from "./versions.module.css";

const route = getRouteApi("/inside/documents/$id/versions");

/** Who changed the template when, what was different, and the way back. */
export function Versions() {
  const { id } = route.useParams();
  const { version: chosen, against: compared } = route.useSearch();
  const navigate = route.useNavigate();
  const queries = useQueryClient();
  const { data: document } = useQuery(documentQuery(id));
  const versions = useQuery({
    queryKey: ["documents", id, "versions"],
    queryFn: () =>
      allOf((cursor) =>
        api.GET("/api/documents/{id}/versions", { params: { path: { id }, query: { order: "-version", cursor } } }),
      ),
  });
  const may = useMay();
  const mayPublish = may("document:publish", document?.folder);
  const mayWrite = may("document:write", document?.folder);
  const { data } = useSampleData(id, undefined);
  const sorted = versions.data ?? [];
  const newest = sorted[0]?.version;
  const number = chosen ? Number(chosen) : newest;
  const current = sorted.find(({ version }) => version === number);
  const others = sorted.filter(({ version }) => version !== number).map(({ version }) => version);
  // The one before, unless another was chosen; the first version has only later ones.
  const against =
    others.find((version) => version === Number(compared)) ??
    others.find((version) => number !== undefined && version < number) ??
    others.at(-1);
  const input = data === undefined || number === undefined ? undefined : { data, version: number };
  const [asked, setAsked] = useState(false);
  const needsApproval = Number(document?.settings.approval ?? 0) === 1;
  const approvals = useQuery({ ...approvalsQuery(id), enabled: needsApproval });
  const isApproved = approvals.data?.some(
    ({ version, status, outdated }) => version === number && status === "approved" && Number(outdated) === 0,
  );
  const isFree = !needsApproval || isApproved === true;

  const publish = useSingleMutation({
    mutationFn: () =>
      api.POST("/api/documents/{id}/versions/{version}/publish", {
        params: { path: { id, version: String(number) } },
        body: {},
      }),
    async onSuccess() {
      notifyDone(`Version ${number} is published: merges use it now.`);
      await queries.invalidateQueries({ queryKey: ["documents", id] });
    },
  });
  const restore = useSingleMutation({
    mutationFn: (force: boolean) =>
      api.POST("/api/documents/{id}/versions/{version}/restore", {
        params: { path: { id, version: String(number) } },
        body: force ? { force: 1 } : {},
      }),
    async onSuccess() {
      setAsked(false);
      notifyDone(`Version ${number} was restored.`);
      await queries.invalidateQueries({ queryKey: ["documents", id] });
      await navigate({ search: {} });
    },
  });
  async function download() {
    const params = { path: { id, version: String(number) } };
    const file = await dataOf(api.GET("/api/documents/{id}/versions/{version}/file", { params }));
    saveFile(fileOf(file.contents, file.type), `${document?.name ?? "template"} (version ${number}).${file.type}`);
  }

  if (versions.isPending) return <Busy />;
  if (versions.error)
    return (
      <Failed error={versions.error} onRetry={() => void versions.refetch()} title="The versions could not be loaded" />
    );

  return (
    <div className={editor.editor}>
      <section className={editor.side} aria-label="Versions">
        <div className={editor.work}>
          <ol className={classes.list} aria-label="Versions, newest first">
            {sorted.map(({ version, current: isUsed, draft, date, size, created_by, created_by_name }) => (
              <li key={version}>
                <button
                  type="button"
                  className={classes.version}
                  aria-current={version === number ? "true" : undefined}
                  onClick={() => void navigate({ search: { version: String(version) }, replace: true })}
                >
                  <Group justify="space-between" gap="xs" wrap="nowrap">
                    <Text size="sm" fw={600} component="span">
                      Version {version}
                    </Text>
                    {isUsed === 1 && (
                      <Badge size="xs" variant="default" tt="none" component="span">
                        in use
                      </Badge>
                    )}
                    <Text size="xs" className="quiet" component="span" ml="auto">
                      <When at={date} isWithin />
                    </Text>
                  </Group>
                  <Text size="xs" className="quiet" component="span" display="block">
                    {[created_by_name || created_by, shownSize(size), draft === 1 && "draft"]
                      .filter(Boolean)
                      .join(" · ")}
                  </Text>
                </button>
              </li>
            ))}
          </ol>
          {needsApproval && <Approvals documentId={id} />}
          {current && (
            <Paper className={classes.one} radius={0}>
              <Group justify="space-between" mb="sm">
                <Title order={2}>Version {current.version}</Title>
                <Group gap="xs">
                  <TemplateDownload download={download} />
                  {needsApproval && mayWrite && !isApproved && current.current !== 1 && (
                    <AskForApproval
                      documentId={id}
                      change={{ version: current.version }}
                      what={`version ${current.version}`}
                    />
                  )}
                  {isFree && mayPublish && current.draft === 1 && (
                    <Button size="xs" loading={publish.isPending} onClick={() => publish.mutate()}>
                      Publish
                    </Button>
                  )}
                  {isFree && mayPublish && current.draft !== 1 && current.version !== newest && (
                    <Button size="xs" leftSection={<RotateCcw size={14} />} onClick={() => setAsked(true)}>
                      Restore
                    </Button>
                  )}
                </Group>
              </Group>
              {publish.error && <Failed error={publish.error} title="It was not published" />}
              {against !== undefined && (
                <Changes
                  documentId={id}
                  version={current.version}
                  against={against}
                  versions={sorted.map(({ version }) => version)}
                  onCompare={(other) =>
                    void navigate({
                      search: { version: String(current.version), against: String(other) },
                      replace: true,
                    })
                  }
                />
              )}
            </Paper>
          )}
        </div>
      </section>
      <PreviewPane documentId={id} input={input} />
      <Modal
        opened={asked}
        onClose={() => {
          setAsked(false);
          restore.reset();
        }}
        title={`Restore version ${number}?`}
      >
        <Stack>
          <Text size="sm">It becomes the latest version. Later versions stay in the list, so you can undo this.</Text>
          {restore.error && <Failed error={restore.error} title="Could not restore it" />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setAsked(false)}>
              Cancel
            </Button>
            <Button data-autofocus loading={restore.isPending} onClick={() => restore.mutate(restore.error !== null)}>
              {restore.error ? "Restore anyway" : "Restore"}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </div>
  );
}
