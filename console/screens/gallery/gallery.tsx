import { Anchor, Button, Card, Group, Modal, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { FilePlus2 } from "lucide-react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api, type BodyOf } from "../../api/client.ts";
import { Failed } from "../../parts/failed.tsx";
import { notifyDone } from "../../parts/notify.ts";
import { Page } from "../../parts/page.tsx";
import { TypeBadge } from "../../parts/type-badge.tsx";
import { useSingleMutation } from "../../parts/use-single-mutation.ts";
import classes from "./gallery.module.css";
import { STARTER_TEMPLATES, type StarterTemplate } from "./template-list.ts";

const route = getRouteApi("/inside/gallery");

/** Addresses of the templates and their data among the built files. */
const FILES = import.meta.glob<string>("../../gallery/*.{docx,xlsx,pptx,pdf,json,webp}", {
  query: "?url",
  import: "default",
  eager: true,
});

/** HTML templates are texts of the app: as files of their own, static hosting would take them for pages. */
const HTML_TEMPLATES = import.meta.glob<string>("../../gallery/*.html", { query: "?raw", import: "default" });

const addressOf = (name: string): string => FILES[`../../gallery/${name}`] ?? "";

/** Ready templates; each becomes a document of the workspace, with data to try it out. */
export function Gallery() {
  const { template: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const shown = STARTER_TEMPLATES.find(({ id }) => id === chosen);

  return (
    <Page title="Gallery" text="Templates to start from. Each becomes your own document, with sample data to try it.">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }} spacing="md" component="ul" className={classes.list}>
        {STARTER_TEMPLATES.map((template) => (
          <li key={template.id}>
            <Card
              withBorder
              padding={0}
              className={classes.card}
              component="button"
              type="button"
              onClick={() => void navigate({ search: { template: template.id } })}
            >
              <div className={classes.picture}>
                <img src={addressOf(`${template.id}.webp`)} alt="" loading="lazy" width={300} height={212} />
              </div>
              <Stack gap={4} p="md">
                <Group gap="xs" wrap="nowrap">
                  <TypeBadge type={template.type} />
                  <Text fw={600} size="sm">
                    {template.name}
                  </Text>
                </Group>
                <Text size="xs" className="quiet">
                  {template.text}
                </Text>
              </Stack>
            </Card>
          </li>
        ))}
      </SimpleGrid>
      <Text size="sm" mt="md" className="quiet">
        Your own templates in Word, Excel, PowerPoint, PDF or HTML:{" "}
        <Anchor href="/docs/guide/" size="sm" underline="always" target="_blank" rel="noreferrer">
          how to create them
        </Anchor>
      </Text>
      <Modal
        opened={shown !== undefined}
        onClose={() => void navigate({ search: {}, replace: true })}
        title={shown?.name}
        size="lg"
      >
        {shown && <UseTemplate template={shown} />}
      </Modal>
    </Page>
  );
}

function UseTemplate({ template }: { template: StarterTemplate }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const use = useSingleMutation({
    mutationFn: () => createFrom(template),
    async onSuccess(id) {
      notifyDone(`"${template.name}" was added to your documents.`);
      await queries.invalidateQueries({ queryKey: ["documents", "list"] });
      await navigate({ to: "/documents/$id", params: { id } });
    },
  });

  return (
    <Stack>
      <img src={addressOf(`${template.id}.webp`)} alt={`A merge of ${template.name}`} className={classes.large} />
      <Text size="sm">{template.text}</Text>
      {use.error && <Failed error={use.error} title="The document was not created" />}
      <Group justify="flex-end">
        <Button
          leftSection={<FilePlus2 size={16} />}
          loading={use.isPending}
          onClick={() => use.mutate()}
          data-autofocus
        >
          Use this template
        </Button>
      </Group>
    </Stack>
  );
}

/** The template as creating a document takes it. */
async function templateOf(id: string, type: string): Promise<{ html: string } | { file_contents: string }> {
  const html = HTML_TEMPLATES[`../../gallery/${id}.html`];
  if (html) return { html: await html() };
  const file = await fetch(addressOf(`${id}.${type}`));
  return { file_contents: new Uint8Array(await file.arrayBuffer()).toBase64() };
}

/** A document made from the template, and its data as the first sample. @returns the document's id */
async function createFrom({ id, name, type, outputName, members }: StarterTemplate): Promise<string> {
  const [file, data] = await Promise.all([templateOf(id, type), fetch(addressOf(`${id}.json`))]);
  const template = { name, type, output: "pdf", output_name: outputName, ...members, ...file };
  const document = await dataOf(api.POST("/api/documents", { body: template as BodyOf<"/api/documents"> }));
  await api.POST("/api/documents/{id}/samples", {
    params: { path: { id: document.id } },
    body: { name: "Example", data: await data.json() },
  });

  return document.id;
}
