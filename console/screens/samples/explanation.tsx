import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api, type Schemas } from "../../api/client.ts";
import { Failed } from "../../parts/failed.tsx";
import classes from "./explanation.module.css";
import { branchWords, coercedWords } from "./explanation-words.ts";

/** Which fields had data, which had none, and which way each condition went. */
export function Explanation({ documentId, data }: { documentId: string; data: unknown }) {
  const explain = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST("/api/documents/{id}/merge", {
          params: { path: { id: documentId }, query: { explain: 1 } },
          body: (data ?? {}) as Record<string, unknown>,
        }),
      ) as Promise<Schemas["MergeExplanation"]>,
  });

  return (
    <section className={classes.explanation} aria-label="Explanation">
      <Group justify="space-between">
        <Text fw={600} size="sm">
          How a merge uses this data
        </Text>
        <Button size="compact-sm" variant="default" loading={explain.isPending} onClick={() => explain.mutate()}>
          Explain
        </Button>
      </Group>
      {explain.error && <Failed error={explain.error} />}
      {explain.data && (
        <Stack gap="sm" mt="sm">
          <Names title="Found" names={explain.data.fields.found} tone="good" />
          <Names title="Missing: left blank" names={explain.data.fields.missing} tone="warning" />
          <Names title="Not used by the template" names={explain.data.fields.unused} tone="quiet" />
          {explain.data.branches.length > 0 && (
            <Facts title="Conditions and loops" facts={explain.data.branches} describe={branchWords} />
          )}
          {explain.data.coerced.length > 0 && (
            <Facts title="Converted values" facts={explain.data.coerced} describe={coercedWords} />
          )}
          {explain.data.warnings.map((warning) => (
            <Text key={warning} size="sm">
              {warning}
            </Text>
          ))}
        </Stack>
      )}
    </section>
  );
}

function Names({
  title,
  names,
  tone,
}: {
  title: string;
  names: readonly string[];
  tone: "good" | "warning" | "quiet";
}) {
  if (names.length === 0) return null;

  return (
    <div>
      <Text size="xs" className="quiet" mb={4}>
        {title}
      </Text>
      <Group gap={6}>
        {names.map((name) => (
          <Badge key={name} variant="default" tt="none" radius="sm" className={classes.name} data-tone={tone}>
            {name}
          </Badge>
        ))}
      </Group>
    </div>
  );
}

function Facts<Fact extends { tag?: string }>({
  title,
  facts,
  describe,
}: {
  title: string;
  facts: readonly Fact[];
  describe: (fact: Fact) => string;
}) {
  return (
    <div>
      <Text size="xs" className="quiet" mb={4}>
        {title}
      </Text>
      <ul className={classes.facts}>
        {facts.map((fact, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: facts come in the order of the template and have no names
          <li key={index}>
            <code>{fact.tag}</code> {describe(fact)}
          </li>
        ))}
      </ul>
    </div>
  );
}
