import { ActionIcon, Button, FileButton, Group, Popover, TextInput, Tooltip } from "@mantine/core";
import { type Editor, EditorContent, useEditor, useEditorState } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import { Bold, Image, Italic, Link, List, ListOrdered } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { FieldButton } from "../fields/field-button.tsx";
import { notifyFailed } from "../notify.ts";
import { FieldChip } from "./field-chip.ts";
import { editableHtml, isSameMail, mailHtml } from "./letter-html.ts";
import classes from "./mail-editor.module.css";
import { Picture } from "./picture.ts";

/** Mails of more than some hundred kilobytes are cut off by mail programs. */
const MAX_PICTURE_BYTES = 200_000;

const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    codeBlock: false,
    code: false,
    link: {
      openOnClick: false,
      autolink: true,
      // Fields are addresses, too: what a merge makes of them is checked there.
      isAllowedUri: (url, { defaultValidate }) => url.includes("{$") || defaultValidate(url),
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  FieldChip,
  Picture,
];

interface MailEditorProps {
  /** HTML as the delivery has it. */
  value: string;
  onChange: (html: string) => void;
  label: string;
  /** The letter holds something that the editor would change. */
  onUnfit: () => void;
}

/** A letter as it will look: paragraphs, lists, links, pictures, and fields as things of their own. */
export function MailEditor({ value, onChange, label, onUnfit }: MailEditorProps) {
  /** What the editor has written, so that its own changes do not come back to it. */
  const written = useRef(value);
  const change = useRef(onChange);
  change.current = onChange;
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: editableHtml(value) ?? "",
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        class: classes.letter ?? "",
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
        spellcheck: "true",
      },
    },
    onUpdate({ editor: changed }) {
      written.current = mailHtml(changed.getHTML());
      change.current(written.current);
    },
  });

  useEffect(() => {
    // On a slow start the library ends an editor before it was shown, and renders another one.
    if (editor.isDestroyed) return;
    const content = editableHtml(value);
    if (value !== written.current && content !== undefined) {
      editor.commands.setContent(content, { emitUpdate: false });
      written.current = value;
    }
    if (content === undefined || !isSameMail(mailHtml(editor.getHTML()), value)) onUnfit();
  }, [editor, value, onUnfit]);

  return (
    <div className={classes.frame}>
      <Toolbar editor={editor} />
      <EditorContent editor={editor} />
    </div>
  );
}

function Toolbar({ editor }: { editor: Editor }) {
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive("bold"),
      italic: now.isActive("italic"),
      bullets: now.isActive("bulletList"),
      numbers: now.isActive("orderedList"),
      link: now.isActive("link"),
      tag: now.isActive("fieldChip") ? String(now.getAttributes("fieldChip").tag) : undefined,
    }),
  });
  const chain = () => editor.chain().focus();

  return (
    <div className={classes.bar} role="toolbar" aria-label="Formatting">
      <FieldButton
        label="Insert a field"
        isLabelShown
        onPick={(tag) =>
          // A loop is several tags with text between them: it is read as it is typed.
          chain()
            .insertContent(editableHtml(tag) ? withoutParagraph(editableHtml(tag) ?? "") : tag)
            .run()
        }
      />
      <Toggle label="Bold" isOn={active.bold} icon={<Bold size={16} />} onClick={() => chain().toggleBold().run()} />
      <Toggle
        label="Italic"
        isOn={active.italic}
        icon={<Italic size={16} />}
        onClick={() => chain().toggleItalic().run()}
      />
      <Toggle
        label="Bullets"
        isOn={active.bullets}
        icon={<List size={16} />}
        onClick={() => chain().toggleBulletList().run()}
      />
      <Toggle
        label="Numbered list"
        isOn={active.numbers}
        icon={<ListOrdered size={16} />}
        onClick={() => chain().toggleOrderedList().run()}
      />
      <LinkButton editor={editor} isOn={active.link} />
      <PictureButton editor={editor} />
      {active.tag !== undefined && (
        <TextInput
          size="xs"
          aria-label="The chosen field, as it is written"
          defaultValue={active.tag}
          key={active.tag}
          onBlur={({ currentTarget }) => editor.commands.updateAttributes("fieldChip", { tag: currentTarget.value })}
        />
      )}
    </div>
  );
}

const withoutParagraph = (html: string): string => html.replace(/^<p>([\s\S]*)<\/p>$/, "$1");

function Toggle({
  label,
  isOn,
  icon,
  onClick,
}: {
  label: string;
  isOn: boolean;
  icon: ReactNode;
  onClick: () => void;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={isOn ? "light" : "subtle"}
        color="gray"
        aria-label={label}
        aria-pressed={isOn}
        onClick={onClick}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

function LinkButton({ editor, isOn }: { editor: Editor; isOn: boolean }) {
  const [opened, setOpened] = useState(false);
  const [address, setAddress] = useState("");

  function set() {
    setOpened(false);
    const chain = editor.chain().focus().extendMarkRange("link");
    const url = address.trim();
    if (url === "") chain.unsetLink().run();
    else if (editor.state.selection.empty && !isOn)
      chain
        .insertContent({ type: "text", text: url, marks: [{ type: "link", attrs: { href: withScheme(url) } }] })
        .run();
    else chain.setLink({ href: withScheme(url) }).run();
  }

  return (
    <Popover opened={opened} onChange={setOpened} width={320} trapFocus withArrow>
      <Popover.Target>
        <Tooltip label="Link">
          <ActionIcon
            variant={isOn ? "light" : "subtle"}
            color="gray"
            aria-label="Link"
            aria-pressed={isOn}
            onClick={() => {
              setAddress(String(editor.getAttributes("link").href ?? ""));
              setOpened(!opened);
            }}
          >
            <Link size={16} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <TextInput
          label="Address of the link"
          description="Empty removes the link. May be a field."
          placeholder="https://example.com"
          data-autofocus
          value={address}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // The form around it would be saved.
            event.preventDefault();
            set();
          }}
        />
        <Group justify="flex-end" mt="xs">
          <Button size="compact-sm" onClick={set}>
            Set the link
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

const withScheme = (url: string): string => {
  if (/^(?:[a-z][a-z0-9+.-]*:|\{)/i.test(url)) return url;

  return url.includes("@") ? `mailto:${url}` : `https://${url}`;
};

function PictureButton({ editor }: { editor: Editor }) {
  function insert(file: File | null) {
    if (!file) return;
    if (file.size > MAX_PICTURE_BYTES)
      return notifyFailed(
        "The picture was not taken",
        new Error(
          `"${file.name}" has ${Math.round(file.size / 1000)} kB. Mails carry pictures up to 200 kB: make it smaller.`,
        ),
      );
    const reader = new FileReader();
    reader.onload = () =>
      editor
        .chain()
        .focus()
        .insertContent({ type: "picture", attrs: { src: String(reader.result), alt: file.name } })
        .run();
    reader.onerror = () => notifyFailed("The picture could not be read", reader.error);
    reader.readAsDataURL(file);
  }

  return (
    <FileButton onChange={insert} accept="image/png,image/jpeg,image/gif">
      {(props) => (
        <Tooltip label="Picture">
          <ActionIcon variant="subtle" color="gray" aria-label="Picture" {...props}>
            <Image size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </FileButton>
  );
}
