import { Button, Checkbox, Group, PasswordInput, Progress, Stack, Text, TextInput } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { useMutation } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { fileOf } from "../../../packages/docloom/src/client/answers.ts";
import { api } from "../../api/client.ts";
import { asProblem, Problem } from "../../api/problem.ts";
import { uploadOf } from "../../api/upload.ts";
import { Busy } from "../../parts/busy.tsx";
import { plural } from "../../parts/counted.ts";
import { Failed } from "../../parts/failed.tsx";
import { useFileDrop } from "../../parts/files/file-drop.ts";
import { IdentitySelect } from "../../parts/identity-select.tsx";
import { Select } from "../../parts/select.tsx";
import { type Result, resultOf } from "./results.ts";
import { type ChosenFile, ToolFiles } from "./tool-files.tsx";
import type { Tool, ToolOption } from "./tool-list.ts";
import { ToolResults } from "./tool-results.tsx";
import classes from "./tools.module.css";

const Thumbnails = lazy(() => import("./thumbnails.tsx").then((module) => ({ default: module.Thumbnails })));

const PASSWORD_CODES: ReadonlySet<string> = new Set([
  ...["file_encrypted", "file_wrong_password", "pdf_password_needed", "pdf_wrong_password"],
]);

interface ToolPanelProps {
  tool: Tool;
  files: readonly ChosenFile[];
  onFiles: (files: readonly ChosenFile[]) => void;
}

/** The files, what to do with them, and beside them the results. */
export function ToolPanel({ tool, files: chosen, onFiles: setFiles }: ToolPanelProps) {
  const files = tool.several ? chosen : chosen.slice(0, 1);
  const [options, setOptions] = useState<Readonly<Record<string, string | readonly string[]>>>(() =>
    Object.fromEntries(
      tool.options.map(({ name, initial = "", input }) => [name, input === "permissions" ? [] : initial]),
    ),
  );
  const [pages, setPages] = useState<ReadonlySet<number>>(new Set());
  const [share, setShare] = useState(0);
  const run = useMutation({
    mutationFn: async () => {
      setShare(0);
      refuseIncomplete(tool, files, options);
      const batches = tool.id === "combine" ? [files] : files.map((file) => [file]);
      const results: Result[] = [];
      for (const batch of batches) {
        const form = formOf(tool, batch, options, pages);
        const call = api.POST(`/api/tools/${tool.path}`, { ...uploadOf(form, setShare), parseAs: "stream" });
        results.push(resultOf(await fileOf(call), batch));
      }

      return results;
    },
  });
  const [first] = files;
  const isPdf = first !== undefined && /\.pdf$/i.test(first.file.name);

  function add(added: readonly File[]) {
    const more = added.map((file) => ({ key: crypto.randomUUID(), file }));
    setFiles(tool.several ? [...files, ...more] : more.slice(0, 1));
    setPages(new Set());
    run.reset();
  }

  useFileDrop(`Drop files to use them with ${tool.label}`, add);

  return (
    <div className={classes.columns}>
      <section aria-label="Files">
        <Dropzone onDrop={add} multiple={tool.several} inputProps={{ "aria-label": "Files" }}>
          <Stack align="center" gap={4} py="md">
            <Upload size={22} aria-hidden />
            <Text size="sm" fw={600}>
              {tool.several ? "Drop files here, or click to choose" : "Drop a file here, or click to choose"}
            </Text>
          </Stack>
        </Dropzone>
        <ToolFiles
          files={files}
          isOrdered={tool.id === "combine"}
          asksPasswords={needsPassword(run.error)}
          onFiles={setFiles}
        />
        {files.length > 0 && (
          <Stack gap="sm" mt="md">
            {tool.options.map((option) => (
              <OptionInput
                key={option.name}
                option={option}
                value={options[option.name] ?? ""}
                onChange={(value) => setOptions({ ...options, [option.name]: value })}
              />
            ))}
            {tool.pages && first && isPdf && (
              <Suspense fallback={<Busy />}>
                <Thumbnails key={first.key} file={first.file} picked={pages} onPick={setPages} />
              </Suspense>
            )}
            <Group>
              <Button loading={run.isPending} onClick={() => run.mutate()}>
                {tool.verb}
              </Button>
              {tool.pages && (
                <Text size="sm" className="quiet">
                  {pages.size === 0
                    ? "All pages. Click pages to select some."
                    : `${plural(pages.size, "Page")} ${shownPages(pages)}`}
                </Text>
              )}
            </Group>
            {run.isPending && <Progress value={share * 100} animated aria-label="Progress" />}
            {run.error && (
              <Failed
                error={run.error}
                title={
                  asProblem(run.error).code === "incomplete" ? "Something is missing" : "The files were not accepted"
                }
              />
            )}
          </Stack>
        )}
      </section>
      <ToolResults results={run.data} />
    </div>
  );
}

/** A file was refused because it is encrypted. */
function needsPassword(error: Error | null): boolean {
  return error !== null && PASSWORD_CODES.has(asProblem(error).code);
}

/** Checks before anything is sent. @throws Problem */
function refuseIncomplete(tool: Tool, files: readonly ChosenFile[], options: Readonly<Record<string, unknown>>): void {
  const empty = files.find(({ file }) => file.size === 0)?.file.name;
  const lacks = tool.needs?.oneOf.every((name) => options[name] === "") ? tool.needs.message : undefined;
  const message = empty === undefined ? lacks : `"${empty}" is empty: it has 0 bytes.`;
  if (message !== undefined) throw new Problem({ status: 0, code: "incomplete", message });
}

function OptionInput({
  option,
  value,
  onChange,
}: {
  option: ToolOption;
  value: string | readonly string[];
  onChange: (value: string | string[]) => void;
}) {
  const { label, help, input, choices = [] } = option;
  if (input === "permissions")
    return (
      <Checkbox.Group label={label} value={[...value]} onChange={onChange}>
        <Stack gap={6} mt={6}>
          {choices.map((choice) => (
            <Checkbox key={choice.value} value={choice.value} label={choice.label} />
          ))}
        </Stack>
      </Checkbox.Group>
    );
  const text = String(value);
  if (input === "identity")
    return (
      <IdentitySelect
        label={label}
        description="Identities are managed under Account, Signatures."
        value={text}
        onChange={onChange}
        maw={320}
      />
    );
  if (input === "choice")
    return (
      <Select
        label={label}
        data={[...choices]}
        value={text}
        onChange={(next) => next && onChange(next)}
        allowDeselect={false}
        maw={320}
      />
    );
  if (input === "password")
    return (
      <PasswordInput
        label={label}
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        autoComplete="new-password"
        maw={320}
      />
    );

  return (
    <TextInput
      label={label}
      description={help}
      value={text}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      maw={320}
    />
  );
}

/** Numbers as ranges: `1-3, 5`. */
function shownPages(pages: ReadonlySet<number>): string {
  const sorted = [...pages].sort((one, other) => one - other);
  const ranges: [number, number][] = [];
  for (const page of sorted) {
    const last = ranges.at(-1);
    if (last && last[1] === page - 1) last[1] = page;
    else ranges.push([page, page]);
  }

  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(", ");
}

function formOf(
  tool: Tool,
  files: readonly ChosenFile[],
  options: Readonly<Record<string, string | readonly string[]>>,
  pages: ReadonlySet<number>,
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(options)) {
    if (name === "mode") continue;
    if (typeof value === "string") {
      if (value !== "") form.append(name, value);
    } else for (const entry of value) form.append(`${name}[]`, entry);
  }
  if (pages.size > 0) form.append(tool.id === "split" ? String(options.mode) : "pages", shownPages(pages));
  for (const [index, { file, password }] of files.entries()) {
    const member = tool.id === "combine" ? `files[${index}]` : "file";
    form.append(password ? `${member}[contents]` : member, file, file.name);
    if (password) form.append(`${member}[password]`, password);
  }

  return form;
}
