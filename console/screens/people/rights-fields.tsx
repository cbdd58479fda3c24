import { Button, Group, Radio, Stack, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { FolderPlus, X } from "lucide-react";
import { foldersQuery } from "../../api/documents.ts";
import { IconAction } from "../../parts/icon-action.tsx";
import { Select } from "../../parts/select.tsx";
import { FOLDER_ROLES, type FolderRights, ROLES, type Role } from "./role-words.ts";

/** What somebody may, as a form holds it. */
export interface RightsValues {
  role: Role;
  folders: FolderRights[];
}

/** A role, and folders where it is another one. */
export function RightsFields<Values extends RightsValues>({ form }: { form: UseFormReturnType<Values> }) {
  const { role, folders } = form.values;
  const set = (values: Partial<RightsValues>) => form.setValues(values as Partial<Values>);
  const { data: all = [] } = useQuery(foldersQuery);
  const free = all.find(({ id }) => folders.every((each) => each.id !== id));

  return (
    <>
      <Radio.Group
        label="Role"
        value={role}
        error={form.errors.role}
        onChange={(value) => set({ role: value as Role })}
      >
        <Stack gap={6} mt={6}>
          {ROLES.map(({ value, label, may }) => (
            <Radio key={value} value={value} label={label} description={may} />
          ))}
        </Stack>
      </Radio.Group>
      {all.length > 0 && role !== "owner" && role !== "auditor" && (
        <Stack gap="xs">
          {folders.length > 0 && (
            <Text size="sm" fw={500}>
              In these folders, and those below them
            </Text>
          )}
          {folders.map((folder, index) => {
            const change = (members: Partial<FolderRights>) =>
              set({ folders: folders.map((each) => (each === folder ? { ...each, ...members } : each)) });
            const options = all
              .filter(({ id }) => id === folder.id || folders.every((each) => each.id !== id))
              .map(({ id, name }) => ({ value: id, label: name }));

            return (
              <Group key={folder.id} gap="xs" wrap="nowrap">
                <Select
                  aria-label={`Folder ${index + 1}`}
                  data={options}
                  value={folder.id}
                  allowDeselect={false}
                  searchable
                  flex={1}
                  onChange={(id) => id && change({ id })}
                />
                <Select
                  aria-label={`Role in folder ${index + 1}`}
                  data={FOLDER_ROLES}
                  value={folder.role}
                  allowDeselect={false}
                  w={130}
                  onChange={(chosen) => chosen && change({ role: chosen })}
                />
                <IconAction
                  label={`Remove folder ${index + 1}`}
                  icon={<X size={15} />}
                  onClick={() => set({ folders: folders.filter((each) => each !== folder) })}
                />
              </Group>
            );
          })}
          {form.errors.folders && (
            <Text size="sm" c="red" role="alert">
              {form.errors.folders}
            </Text>
          )}
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<FolderPlus size={15} />}
            disabled={!free}
            style={{ alignSelf: "start" }}
            onClick={() => free && set({ folders: [...folders, { id: free.id, role: "none" }] })}
          >
            Another role in a folder
          </Button>
        </Stack>
      )}
    </>
  );
}

/** What is sent: owners and auditors have no folders of their own. */
export const rightsBody = ({ role, folders }: RightsValues): RightsValues => ({
  role,
  folders: role === "owner" || role === "auditor" ? [] : folders,
});
