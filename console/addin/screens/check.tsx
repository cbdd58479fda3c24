import { Alert, Badge, Button, Group, Stack, Text } from "@mantine/core";
import { CircleCheck } from "lucide-react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api, type Schemas } from "../../api/client.ts";
import type { OneDocument } from "../../api/documents.ts";
import { counted } from "../../parts/counted.ts";
import { Failed } from "../../parts/failed.tsx";
import { notifyFailed } from "../../parts/notify.ts";
import { Marked } from "../../parts/template/marked.tsx";
import { useSingleMutation } from "../../parts/use-single-mutation.ts";
import type { HostDocument } from "../office/host-document.ts";
import classes from "./pane.module.css";

type Finding = Schemas["TemplateFindings"]["errors"][number];

/** What is wrong in the open file, or most likely unintended, each with its place. */
export function Check({ document, file }: { document: OneDocument; file: HostDocument }) {
  const check = useSingleMutation({
    async mutationFn() {
      const file_contents = (await file.readFile()).toBase64();
      const { output, settings } = document;
      return await dataOf(
        api.POST("/api/templates/lint", { body: { type: file.type, file_contents, output, settings } as never }),
      );
    },
  });
  const { errors = [], warnings = [] } = check.data ?? {};

  return (
    <Stack gap="sm" p="md">
      <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
        Check the file
      </Button>
      {check.error && <Failed error={check.error} title="The file was not checked" />}
      <div aria-live="polite">
        {check.data && (
          <>
            <Text size="sm" fw={600} component="h2" m={0}>
              {errors.length === 0 ? "No errors" : counted(errors.length, "error")}
              {warnings.length > 0 && `, ${counted(warnings.length, "hint")}`}
            </Text>
            {errors.length + warnings.length === 0 && (
              <Alert color="teal" variant="light" icon={<CircleCheck size={18} />} mt="xs">
                {counted(check.data.fields.length, "field")}, and nothing to say about them.
              </Alert>
            )}
          </>
        )}
      </div>
      {errors.map((finding) => (
        <OneFinding key={keyOf(finding)} finding={finding} file={file} isError />
      ))}
      {warnings.map((finding) => (
        <OneFinding key={keyOf(finding)} finding={finding} file={file} />
      ))}
    </Stack>
  );
}

const keyOf = ({ code, part, place, line, column, tag, message }: Finding): string =>
  [code, part, place, line, column, tag, message].join(" ");

interface OneFindingProps {
  finding: Finding;
  file: HostDocument;
  /** It keeps the file from being published. */
  isError?: boolean;
}

function OneFinding({ finding, file, isError = false }: OneFindingProps) {
  const { message, remedy, place, part, tag } = finding;

  async function show() {
    try {
      if (await file.select(finding)) return;
      notifyFailed("It cannot be selected", new Error(`Look in ${place || part || "the file"}.`));
    } catch (error) {
      notifyFailed("It cannot be selected", error);
    }
  }

  return (
    <div className={classes.finding}>
      <Group gap="xs" mb={4}>
        <Badge color={isError ? "red" : "yellow"} variant="light" tt="none">
          {isError ? "Error" : "Hint"}
        </Badge>
        {tag && (
          <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
            {tag}
          </Text>
        )}
      </Group>
      <Text size="sm">
        <Marked text={message} /> {remedy && <Marked text={remedy} />}
      </Text>
      {place && (
        <Text size="xs" className="quiet">
          {place}
        </Text>
      )}
      <Button size="compact-xs" variant="subtle" mt={4} onClick={() => void show()}>
        Show in the file
      </Button>
    </div>
  );
}
