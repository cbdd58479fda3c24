import { Button, Group, Modal, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api } from "../../api/client.ts";
import { asProblem, fieldErrors } from "../../api/problem.ts";
import { useSingleMutation } from "../../parts/use-single-mutation.ts";
import { FIRST_HTML } from "./first-html.ts";

/** A new html document, which opens in the editor immediately. */
export function NewHtmlDialog({
  opened,
  folder,
  onClose,
}: {
  opened: boolean;
  folder: string | undefined;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { name: "" },
    validate: { name: (name) => (name.trim() === "" ? "Enter a name, for example Invoice." : null) },
  });
  const create = useSingleMutation({
    mutationFn: ({ name }: { name: string }) =>
      dataOf(
        api.POST("/api/documents", {
          body: { name, type: "html", output: "pdf", html: FIRST_HTML, ...(folder ? { folder } : {}) },
        }),
      ),
    async onSuccess({ id }) {
      form.reset();
      await queries.invalidateQueries({ queryKey: ["documents", "list"] });
      await navigate({ to: "/documents/$id", params: { id } });
    },
    onError: (error) => form.setErrors({ name: asProblem(error).message, ...fieldErrors(asProblem(error)) }),
  });

  return (
    <Modal opened={opened} onClose={onClose} title="New HTML document">
      <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
        <TextInput label="Name" data-autofocus {...form.getInputProps("name")} />
        <Group justify="flex-end" mt="md" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create and open the editor
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
