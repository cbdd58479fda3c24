import { Button, FileButton, Group, Modal, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CaseSensitive, Plus } from "lucide-react";
import { useState } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api, type Schemas } from "../../api/client.ts";
import { useMay } from "../../app/rights.ts";
import { Confirmation } from "../../parts/confirmation.tsx";
import { counted } from "../../parts/counted.ts";
import { Empty } from "../../parts/empty.tsx";
import { Failed } from "../../parts/failed.tsx";
import { useFileDrop } from "../../parts/files/file-drop.ts";
import { notifyDone } from "../../parts/notify.ts";
import { QueryTable } from "../../parts/query-table.tsx";
import { When } from "../../parts/when.tsx";

type Font = Schemas["Font"];

const FONTS = ["fonts"] as const;

/** The workspace's own fonts: uploaded, listed, deleted. */
export function Fonts() {
  const queries = useQueryClient();
  const fonts = useQuery({ queryKey: FONTS, queryFn: () => dataOf(api.GET("/api/fonts")) });
  const add = useMutation({
    async mutationFn(files: File[]) {
      for (const file of files) {
        const font = new Uint8Array(await file.arrayBuffer()).toBase64();
        await api.POST("/api/fonts", { body: { file: font } });
      }
    },
    onSuccess: (_, files) => notifyDone(`${counted(files.length, "font")} added.`),
    onSettled: () => queries.invalidateQueries({ queryKey: FONTS }),
  });
  const mayWrite = useMay()("font:write");
  const [deleted, setDeleted] = useState<Font>();
  useFileDrop("Drop fonts to add them", (files) => add.mutate(files), !mayWrite);

  return (
    <>
      <Group justify="space-between" mb="md">
        <Text size="sm">Templates that name one of these fonts are rendered with it.</Text>
        {mayWrite && (
          <FileButton onChange={(files) => add.mutate(files)} accept=".ttf,.otf,.woff,.woff2" multiple>
            {(button) => (
              <Button {...button} leftSection={<Plus size={16} />} loading={add.isPending}>
                Add fonts
              </Button>
            )}
          </FileButton>
        )}
      </Group>
      {add.error && <Failed error={add.error} title="The font was not accepted" />}
      <QueryTable
        label="fonts"
        query={fonts}
        minWidth={560}
        rowKey={({ id }) => id}
        columns={[
          {
            title: "Family",
            cell: ({ family, style_family }) => (
              <>
                {family}
                {style_family !== "" && <span className="quiet"> ({style_family})</span>}
              </>
            ),
          },
          { title: "Style", cell: styleOf },
          { title: "Added", cell: ({ created_at }) => <When at={created_at} /> },
          {
            title: "Delete",
            isTitleHidden: true,
            align: "end",
            cell: (font) =>
              mayWrite && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  onClick={() => setDeleted(font)}
                  aria-label={`Delete ${namedStyle(font)}`}
                >
                  Delete
                </Button>
              ),
          },
        ]}
        empty={
          <Empty
            icon={<CaseSensitive size={26} />}
            title="No custom fonts"
            text="TTF, OTF, WOFF or WOFF2. Without them, missing fonts are replaced by metric-compatible ones."
          />
        }
      />
      <Modal
        opened={deleted !== undefined}
        onClose={() => setDeleted(undefined)}
        title={`Delete "${deleted ? namedStyle(deleted) : ""}"?`}
      >
        {deleted && (
          <Confirmation
            action="Delete the font"
            send={() => api.DELETE("/api/fonts/{font}", { params: { path: { font: deleted.id } } })}
            done="The font is deleted."
            changes={[FONTS]}
            onClose={() => setDeleted(undefined)}
          >
            <Text size="sm">Templates that use it will be rendered with another font. Existing files keep it.</Text>
          </Confirmation>
        )}
      </Modal>
    </>
  );
}

function styleOf({ weight, italic }: Font): string {
  return `${weight}${italic === 1 ? " italic" : ""}`;
}

function namedStyle(font: Font): string {
  return `${font.family} ${styleOf(font)}`;
}
