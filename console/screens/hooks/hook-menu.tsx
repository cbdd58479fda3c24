import { Menu } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Pause, Pencil, Play, Send, Trash2 } from "lucide-react";
import { api } from "../../api/client.ts";
import { type Hook, hooksQuery } from "../../api/hooks.ts";
import { notifyDone, notifyFailed } from "../../parts/notify.ts";
import { RowMenu } from "../../parts/row-menu.tsx";
import { useSingleMutation } from "../../parts/use-single-mutation.ts";
import { eventWords, hostOf } from "./hook-words.ts";

interface HookMenuProps {
  hook: Hook;
  onOpen: (what: "edit" | "delete" | "sample") => void;
}

/** What can be done with a hook. */
export function HookMenu({ hook, onOpen }: HookMenuProps) {
  const queries = useQueryClient();
  const isOn = hook.active === 1;
  const change = useSingleMutation({
    mutationFn: (active: 0 | 1) =>
      api.PUT("/api/hooks/{hook}", { params: { path: { hook: hook.id } }, body: { active } }),
    async onSuccess(_, active) {
      notifyDone(active ? "The hook is on." : "The hook is paused. What waited to be sent is dropped.");
      await queries.invalidateQueries({ queryKey: hooksQuery.queryKey });
    },
    onError: (error) => notifyFailed(isOn ? "It was not paused" : "It was not switched on", error),
  });

  return (
    <RowMenu name={`${eventWords(hook.event)}: ${hostOf(hook.target_url)}`}>
      <Menu.Item leftSection={<Send size={14} />} onClick={() => onOpen("sample")}>
        Send a sample
      </Menu.Item>
      <Menu.Item leftSection={<Pencil size={14} />} onClick={() => onOpen("edit")}>
        Change
      </Menu.Item>
      <Menu.Item
        leftSection={isOn ? <Pause size={14} /> : <Play size={14} />}
        onClick={() => change.mutate(isOn ? 0 : 1)}
      >
        {isOn ? "Pause" : "Resume"}
      </Menu.Item>
      <Menu.Item color="red" leftSection={<Trash2 size={14} />} onClick={() => onOpen("delete")}>
        Delete
      </Menu.Item>
    </RowMenu>
  );
}
