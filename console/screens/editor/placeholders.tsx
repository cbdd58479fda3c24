import { Alert, Button, Checkbox, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { WandSparkles } from "lucide-react";
import { useState } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api, type Schemas } from "../../api/client.ts";
import type { OneDocument } from "../../api/documents.ts";
import { counted } from "../../parts/counted.ts";
import { Failed } from "../../parts/failed.tsx";
import { notifyDone } from "../../parts/notify.ts";
import classes from "./placeholders.module.css";

type Placeholder = Schemas["Placeholder"];

const placeholdersQuery = ({ id, version }: OneDocument) => ({
  queryKey: ["documents", id, "placeholders", version],
  queryFn: () => dataOf(api.GET("/api/documents/{id}/placeholders", { params: { path: { id } } })),
});

const placeOfNo = ({ id, version }: OneDocument): string => `docloom:no-fields:${id}:${version}`;

/** Offers to make fields of what an old letter has filled in by hand: `[Company]`, lines, XX.XX.XXXX. */
export function Placeholders({ document }: { document: OneDocument }) {
  const found = useQuery(placeholdersQuery(document));
  const [isOpen, setOpen] = useState(false);
  const [isDeclined, setDeclined] = useState(() => localStorage.getItem(placeOfNo(document)) !== null);
  if (found.error)
    return <Failed error={found.error} title="The file could not be searched for what is filled in by hand" />;
  if (!found.data?.length || (isDeclined && !isOpen)) return null;

  return (
    <>
      <Alert
        color="blue"
        variant="light"
        radius={0}
        role="status"
        icon={<WandSparkles size={18} />}
        title={`Make ${found.data.length === 1 ? "this into a field" : `these ${found.data.length} into fields`}?`}
      >
        <Text size="sm" mb="xs">
          {found.data
            .slice(0, 5)
            .map(({ text }) => text)
            .join("  ·  ")}
          {found.data.length > 5 && "  …"}
        </Text>
        <Group gap="xs">
          <Button size="compact-sm" onClick={() => setOpen(true)}>
            Look at them
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => {
              localStorage.setItem(placeOfNo(document), "1");
              setDeclined(true);
            }}
          >
            No, they are text
          </Button>
        </Group>
      </Alert>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="What becomes a field?" size="xl">
        {isOpen && <Choice document={document} found={found.data} onDone={() => setOpen(false)} />}
      </Modal>
    </>
  );
}

const FIELD = /^[\p{L}_][\p{L}\p{N}\p{M}_]*(?:\.[\p{L}_][\p{L}\p{N}\p{M}_]*)*$/u;

interface Accepted {
  isOn: boolean;
  name: string;
}

function Choice({
  document,
  found,
  onDone,
}: {
  document: OneDocument;
  found: readonly Placeholder[];
  onDone: () => void;
}) {
  const queries = useQueryClient();
  const [choices, setChoices] = useState<ReadonlyMap<string, Accepted>>(
    () => new Map(found.map(({ id, name }) => [id, { isOn: true, name }])),
  );
  const accepted = [...choices].filter(([, { isOn }]) => isOn);
  const wrong = accepted.filter(([, { name }]) => !FIELD.test(name.trim()));
  const make = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST("/api/documents/{id}/placeholders", {
          params: { path: { id: document.id }, header: { "If-Match": document.etag } },
          body: { fields: accepted.map(([id, { name }]) => ({ id, name: name.trim() })) },
        }),
      ),
    async onSuccess() {
      notifyDone(
        `${counted(accepted.length, "place")} of the file ${accepted.length === 1 ? "is" : "are"} fields now.`,
      );
      await queries.invalidateQueries({ queryKey: ["documents"] });
      onDone();
    },
  });

  function change(id: string, to: Partial<Accepted>) {
    const before = choices.get(id);
    if (before) setChoices(new Map(choices).set(id, { ...before, ...to }));
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (wrong.length === 0 && accepted.length > 0) make.mutate();
      }}
    >
      <Text size="sm" className="quiet" mb="sm">
        Each place is shown with the words around it. Places with the same name get the same value. The file is saved as
        a new version; the old one stays under Versions.
      </Text>
      <ol className={classes.list}>
        {found.map(({ id, text, before, behind, place }, index) => {
          const { isOn, name } = choices.get(id) ?? { isOn: false, name: "" };

          return (
            <li key={id}>
              <Checkbox
                checked={isOn}
                onChange={({ currentTarget }) => change(id, { isOn: currentTarget.checked })}
                aria-label={`Make ${text} a field, place ${index + 1}`}
              />
              <div className={classes.context}>
                <Text size="sm">
                  {before}
                  <mark>{text}</mark>
                  {behind}
                </Text>
                <Text size="xs" className="quiet">
                  {place}
                </Text>
              </div>
              <TextInput
                aria-label={`Name of the field for ${text}, place ${index + 1}`}
                size="xs"
                value={name}
                disabled={!isOn}
                error={isOn && !FIELD.test(name.trim()) && "Letters, digits and _ only, such as Customer.Name"}
                onChange={({ currentTarget }) => change(id, { name: currentTarget.value })}
              />
            </li>
          );
        })}
      </ol>
      {make.error && <Failed error={make.error} title="The fields were not made" />}
      <Group justify="space-between" mt="md">
        <Group gap="xs">
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => setChoices(new Map([...choices].map(([id, one]) => [id, { ...one, isOn: true }])))}
          >
            Choose all
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => setChoices(new Map([...choices].map(([id, one]) => [id, { ...one, isOn: false }])))}
          >
            Choose none
          </Button>
        </Group>
        <Stack gap={4} align="flex-end">
          {wrong.length > 0 && (
            <Text size="xs" c="red" role="alert">
              {counted(wrong.length, "name")} cannot be used yet.
            </Text>
          )}
          <Button type="submit" loading={make.isPending} disabled={accepted.length === 0}>
            Make {counted(accepted.length, "field")}
          </Button>
        </Stack>
      </Group>
    </form>
  );
}
