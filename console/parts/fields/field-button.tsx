import { ActionIcon, Button, Combobox, useCombobox } from "@mantine/core";
import { Braces } from "lucide-react";
import { useEffect, useState } from "react";
import { useOfferedTags } from "./field-context.ts";
import { matchingTags } from "./offered-tags.ts";
import { TagList } from "./tag-list.tsx";

/** Opens the list of fields; the chosen one is written where the cursor was. */
export function FieldButton({
  label,
  isLabelShown = false,
  onPick,
}: {
  label: string;
  isLabelShown?: boolean;
  onPick: (tag: string) => void;
}) {
  const tags = useOfferedTags();
  const [typed, setTyped] = useState("");
  const combobox = useCombobox({
    onDropdownOpen: () => requestAnimationFrame(() => combobox.focusSearchInput()),
    onDropdownClose() {
      combobox.resetSelectedOption();
      setTyped("");
    },
  });
  const found = matchingTags(tags, typed);
  const first = found[0]?.name;
  // Enter takes the first of what is shown: after each letter, and when a sample comes whose values match.
  useEffect(() => {
    if (combobox.dropdownOpened && typed !== "" && first !== undefined) combobox.selectFirstOption();
  }, [combobox.dropdownOpened, combobox.selectFirstOption, typed, first]);
  if (tags.length === 0) return null;
  const toggle = () => combobox.toggleDropdown();

  return (
    <Combobox
      store={combobox}
      width={300}
      position="bottom-end"
      onOptionSubmit={(tag) => {
        combobox.closeDropdown();
        onPick(tag);
      }}
    >
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        {isLabelShown ? (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Braces size={14} />}
            aria-haspopup="listbox"
            aria-expanded={combobox.dropdownOpened}
            onClick={toggle}
          >
            {label}
          </Button>
        ) : (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={label}
            aria-haspopup="listbox"
            aria-expanded={combobox.dropdownOpened}
            onClick={toggle}
          >
            <Braces size={16} />
          </ActionIcon>
        )}
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label="Search fields"
          placeholder="Search fields"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <TagList tags={found} />
      </Combobox.Dropdown>
    </Combobox>
  );
}
