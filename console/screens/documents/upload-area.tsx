import { CloseButton, Group, List, Paper, Progress, Stack, Text } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { useFileDrop } from "../../parts/files/file-drop.ts";
import { TextLink } from "../../parts/link.tsx";
import { Marked } from "../../parts/template/marked.tsx";
import { WarningList } from "../../parts/template/template-warnings.tsx";
import classes from "./upload-area.module.css";
import { TEMPLATE_ENDINGS, type UploadedFile, type Uploads } from "./use-uploads.ts";

/** Files may be dropped anywhere on the screen; their progress is shown below it. */
export function UploadArea({
  uploads,
  isClosed,
  children,
}: {
  uploads: Uploads;
  /** Whoever is signed in may not create documents here. */
  isClosed: boolean;
  children: (openFiles: () => void) => ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  useFileDrop("Drop files to create documents", uploads.add, isClosed);

  return (
    <>
      {children(() => input.current?.click())}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Template files"
        accept={TEMPLATE_ENDINGS.join(",")}
        onChange={({ currentTarget }) => {
          uploads.add([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
      {uploads.files.length > 0 && <UploadList uploads={uploads} />}
    </>
  );
}

function UploadList({ uploads }: { uploads: Uploads }) {
  return (
    <Paper className={classes.list} withBorder shadow="md" component="section" aria-label="Uploads">
      <Group justify="space-between" mb="xs">
        <Text fw={600} size="sm">
          Uploads
        </Text>
        <CloseButton size="sm" aria-label="Close the list of uploads" onClick={uploads.clear} />
      </Group>
      <Stack gap="sm">
        {uploads.files.map((file) => (
          <OneUpload key={file.key} file={file} />
        ))}
      </Stack>
    </Paper>
  );
}

function OneUpload({ file: { name, share, problem, documentId, warnings = [] } }: { file: UploadedFile }) {
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" truncate title={name}>
          {name}
        </Text>
        {documentId ? (
          <TextLink to="/documents/$id" params={{ id: documentId }}>
            Open
          </TextLink>
        ) : (
          <Text size="xs" className="quiet numbers">
            {problem ? "Rejected" : share < 1 ? `${Math.round(share * 100)} %` : "Reading fields …"}
          </Text>
        )}
      </Group>
      {problem ? (
        <Text size="xs" c="red" role="alert" component="div">
          {problem.items.length > 1 ? (
            <List size="xs">
              {problem.items.slice(0, 8).map((item) => (
                <List.Item key={`${item.tag}${item.line}${item.message}`}>
                  {item.tag ? `${item.tag}: ` : ""}
                  <Marked text={item.message} />
                </List.Item>
              ))}
            </List>
          ) : (
            <Marked text={problem.message} />
          )}
          {problem.warnings.length > 0 && <WarningList warnings={problem.warnings} shown={3} />}
        </Text>
      ) : documentId ? (
        warnings.length > 0 && (
          <div role="status">
            <WarningList warnings={warnings} shown={3} />
          </div>
        )
      ) : (
        <Progress
          value={share * 100}
          size="sm"
          mt={4}
          animated={share === 1 && !documentId}
          aria-label={`Upload of ${name}`}
        />
      )}
    </div>
  );
}
