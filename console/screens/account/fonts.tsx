import { Button, FileButton, Group, Table, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CaseSensitive, Plus } from "lucide-react";
import { getJson, sendJson } from "../../api/client.ts";
import { Busy } from "../../parts/busy.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Failed } from "../../parts/failed.tsx";
import { notifyDone } from "../../parts/notify.ts";
import { When } from "../../parts/when.tsx";

interface Font {
  id: string;
  family: string;
  style_family: string;
  weight: number;
  italic: number;
  created_at: string;
}

/** The workspace's own fonts: sent, listed, deleted. */
export function Fonts() {
  const queries = useQueryClient();
  const fonts = useQuery({ queryKey: ["fonts"], queryFn: () => getJson<Font[]>("/api/fonts") });
  const refresh = () => queries.invalidateQueries({ queryKey: ["fonts"] });
  const add = useMutation({
    async mutationFn(files: File[]) {
      for (const file of files) {
        const font = new Uint8Array(await file.arrayBuffer()).toBase64();
        await sendJson<Font>("POST", "/api/fonts", { file: font });
      }
    },
    onSuccess: (_, files) => notifyDone(files.length === 1 ? "The font is kept." : `${files.length} fonts are kept.`),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (font: Font) => sendJson("DELETE", `/api/fonts/${encodeURIComponent(font.id)}`),
    onSuccess: () => notifyDone("The font is deleted."),
    onSettled: refresh,
  });

  return (
    <>
      <Group justify="space-between" mb="md">
        <Text size="sm">Templates that name one of these fonts are drawn with it.</Text>
        <FileButton onChange={(files) => add.mutate(files)} accept=".ttf,.otf,.woff,.woff2" multiple>
          {(button) => (
            <Button {...button} leftSection={<Plus size={16} />} loading={add.isPending}>
              Add fonts
            </Button>
          )}
        </FileButton>
      </Group>
      {add.error && <Failed error={add.error} title="The font was not taken" />}
      {remove.error && <Failed error={remove.error} title="The font was not deleted" />}
      {fonts.isPending && <Busy />}
      {fonts.error && (
        <Failed error={fonts.error} onRetry={() => void fonts.refetch()} title="The fonts could not be read" />
      )}
      {fonts.data?.length === 0 && (
        <Empty
          icon={<CaseSensitive size={26} />}
          title="No fonts of your own"
          text="TTF, OTF, WOFF or WOFF2. Without them, a font that the service lacks is replaced by one with letters as wide."
        />
      )}
      {fonts.data && fonts.data.length > 0 && (
        <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Family</Table.Th>
                <Table.Th>Style</Table.Th>
                <Table.Th>Sent</Table.Th>
                <Table.Th>
                  <span className="visually-hidden">Delete</span>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {fonts.data.map((font) => (
                <Table.Tr key={font.id}>
                  <Table.Td>
                    {font.family}
                    {font.style_family !== "" && <span className="quiet"> ({font.style_family})</span>}
                  </Table.Td>
                  <Table.Td>{styleOf(font)}</Table.Td>
                  <Table.Td>
                    <When at={font.created_at} />
                  </Table.Td>
                  <Table.Td ta="end">
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color="red"
                      loading={remove.isPending && remove.variables.id === font.id}
                      onClick={() => remove.mutate(font)}
                      aria-label={`Delete ${font.family} ${styleOf(font)}`}
                    >
                      Delete
                    </Button>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </>
  );
}

function styleOf({ weight, italic }: Font): string {
  return `${weight}${italic === 1 ? " italic" : ""}`;
}
