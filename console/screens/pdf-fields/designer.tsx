import { Alert, Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Copy, Plus, Redo2, SquareDashedMousePointer, Trash2, Undo2, WandSparkles } from "lucide-react";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from "react";
import { fileQuery, type OneDocument } from "../../api/documents.ts";
import { Busy } from "../../parts/busy.tsx";
import { counted } from "../../parts/counted.ts";
import { Failed } from "../../parts/failed.tsx";
import { IconAction } from "../../parts/icon-action.tsx";
import { FieldPanel } from "./field-panel.tsx";
import { type FoundFields, findFields } from "./found-fields.ts";
import { CopyToPages, ManyPanel } from "./many-panel.tsx";
import { PageLayer, styleOf } from "./page-layer.tsx";
import { type PageShape, readShapes } from "./page-shapes.ts";
import classes from "./pdf-fields.module.css";
import { changed, type DrawnField, freeName, KINDS, kindOf, newKey, type Place, within } from "./placed.ts";
import type { Design } from "./use-design.ts";

const PdfView = lazy(() => import("../../parts/pdf/pdf-view.tsx").then((module) => ({ default: module.PdfView })));

/** Fields are drawn on the pages of a PDF, moved, named and told what they show. */
export function Designer({ document, design }: { document: OneDocument; design: Design }) {
  const { fields, selected, select, history, isDirty, save, listed } = design;
  const file = useQuery(fileQuery(document));
  const [pdf, setPdf] = useState<PDFDocumentProxy>();
  const [shapes, setShapes] = useState<readonly PageShape[]>([]);
  const [kind, setKind] = useState<DrawnField["kind"]>("text");
  const [isDrawing, setDrawing] = useState(false);
  const [found, setFound] = useState<FoundFields>();
  const frame = useRef<HTMLDivElement>(null);
  const chosen = fields.filter(({ key }) => selected.includes(key));
  const [one] = chosen;
  const shapeOf = (page: number) => shapes[page - 1];

  useEffect(() => {
    if (!pdf) return;
    let isCurrent = true;
    void readShapes(pdf).then((read) => isCurrent && setShapes(read));

    return () => {
      isCurrent = false;
    };
  }, [pdf]);

  const find = useMutation({
    mutationFn: async () => findFields(file.data ?? new Uint8Array(), fields),
    onSuccess: setFound,
  });

  function add(page: number, place: Place) {
    const shape = shapeOf(page);
    if (!shape) return;
    const { label, width, height } = kindOf(kind);
    const sized = place.width < 4 || place.height < 4 ? { ...place, width, height } : place;
    const key = newKey();
    const last = fields.findLast((field) => field.kind === "radio" && field.page === page);
    const name = kind === "radio" && last ? last.name : freeName(fields, label);
    const count = fields.filter((field) => field.name === name).length;
    const field: DrawnField = {
      key,
      page,
      box: shape.boxOf(within(sized, shape)),
      kind,
      name,
      required: false,
      font: "Helvetica",
      ...(kind === "comb" ? { n: 10 } : {}),
      ...(kind === "radio" ? { value: `Choice ${count + 1}` } : {}),
      ...(kind === "choice" ? { options: [] } : {}),
    };
    history.change((before) => [...before, field]);
    select([key]);
    setDrawing(false);
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>("[data-field-name]")?.focus());
  }

  /** Without a pointer: a field in the middle of the page that is in view. */
  function addInView() {
    const pages = frame.current?.querySelectorAll<HTMLElement>("[data-page]") ?? [];
    const middle = (frame.current?.getBoundingClientRect().top ?? 0) + (frame.current?.clientHeight ?? 0) / 2;
    const inView = [...pages].findLast((page) => page.getBoundingClientRect().top <= middle) ?? pages[0];
    const page = Number(inView?.dataset.page ?? 1);
    const shape = shapeOf(page);
    const { width, height } = kindOf(kind);
    if (shape) add(page, { left: (shape.width - width) / 2, top: (shape.height - height) / 2, width, height });
  }

  function place(places: ReadonlyMap<string, Place>, reason: string) {
    history.change(
      (before) =>
        before.map((field) => {
          const to = places.get(field.key);
          const shape = shapeOf(field.page);
          return to && shape ? { ...field, box: shape.boxOf(to) } : field;
        }),
      reason,
    );
  }

  function remove() {
    history.change((before) => before.filter(({ key }) => !selected.includes(key)));
    select([]);
  }

  function copy(pages: readonly number[]) {
    const copies: DrawnField[] = [];
    for (const page of pages)
      for (const { id: _id, ...field } of chosen) {
        const shape = shapeOf(page);
        const from = shapeOf(field.page);
        if (!shape || !from) continue;
        const shift = page === field.page ? 12 : 0;
        const { left, top, width, height } = from.placeOf(field.box);
        const box = shape.boxOf(within({ left: left + shift, top: top + shift, width, height }, shape));
        // Buttons of one group are told apart by what they stand for.
        const value = field.kind === "radio" ? `${field.value ?? "Choice"} ${copies.length + 2}` : field.value;
        const name =
          page === field.page && field.kind !== "radio" ? freeName([...fields, ...copies], field.name) : field.name;
        copies.push({ ...field, key: newKey(), page, box, name, ...(value === undefined ? {} : { value }) });
      }
    history.change((before) => [...before, ...copies]);
    if (copies.length > 0) select(copies.map(({ key }) => key));
  }

  function accept(accepted: readonly DrawnField[]) {
    history.change((before) => {
      const taken = [...before];
      for (const field of accepted) {
        const isTaken = taken.some(({ name }) => name === field.name);
        taken.push(isTaken && field.kind !== "radio" ? { ...field, name: freeName(taken, field.name) } : field);
      }
      return taken;
    });
    select(accepted.map(({ key }) => key));
    const rest = found?.fields.filter((field) => !accepted.includes(field)) ?? [];
    setFound(rest.length > 0 && found ? { ...found, fields: rest } : undefined);
  }

  function nudge(event: KeyboardEvent) {
    const step = event.shiftKey ? 10 : 1;
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
    };
    const [x, y] = moves[event.key] ?? [0, 0];
    const places = chosen.flatMap((field) => {
      const shape = shapeOf(field.page);
      if (!shape) return [];
      const from = shape.placeOf(field.box);
      const to = event.altKey
        ? { ...from, width: from.width + x, height: from.height + y }
        : { ...from, left: from.left + x, top: from.top + y };
      return [[field.key, within(to, shape)] as const];
    });
    place(new Map(places), `keys ${event.altKey} ${selected.join()}`);
  }

  function press(event: KeyboardEvent) {
    const isCommand = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select, [role=textbox]");
    if (isTyping) return;
    if (isCommand && key === "z") {
      event.preventDefault();
      if (event.shiftKey) history.redo();
      else history.undo();
    } else if (isCommand && key === "y") {
      event.preventDefault();
      history.redo();
    } else if (event.key === "Escape") {
      setDrawing(false);
      select([]);
    }
    const isOnField = event.target instanceof HTMLElement && event.target.dataset.field !== undefined;
    if (!isOnField || chosen.length === 0) return;
    if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      nudge(event);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      remove();
    } else if (isCommand && key === "d" && one) {
      event.preventDefault();
      copy([one.page]);
    }
  }

  if (file.isPending || listed.isPending) return <Busy />;
  const failed = file.error ?? listed.error;
  if (failed) return <Failed error={failed} onRetry={() => void Promise.all([file.refetch(), listed.refetch()])} />;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its keys are those of the fields in it
    <div ref={frame} style={{ height: "100%" }} onKeyDown={press}>
      <Stack gap={0} h="100%">
        <Group className={classes.tools} gap="xs">
          <NativeSelect
            aria-label="Kind of the next field"
            size="xs"
            value={kind}
            data={KINDS.map(({ value, label }) => ({ value, label }))}
            onChange={({ currentTarget }) => setKind(currentTarget.value as DrawnField["kind"])}
          />
          <Button
            size="xs"
            variant={isDrawing ? "filled" : "default"}
            aria-pressed={isDrawing}
            disabled={shapes.length === 0}
            leftSection={<SquareDashedMousePointer size={14} />}
            onClick={() => setDrawing(!isDrawing)}
          >
            Draw
          </Button>
          <IconAction
            label="Add in the middle"
            icon={<Plus size={16} />}
            disabled={shapes.length === 0}
            onClick={addInView}
          />
          <Button
            size="xs"
            variant="default"
            leftSection={<WandSparkles size={14} />}
            loading={find.isPending}
            onClick={() => find.mutate()}
          >
            Find fields
          </Button>
          <IconAction label="Undo" icon={<Undo2 size={16} />} disabled={!history.canUndo} onClick={history.undo} />
          <IconAction label="Redo" icon={<Redo2 size={16} />} disabled={!history.canRedo} onClick={history.redo} />
          <IconAction
            label="Copy the selected fields"
            icon={<Copy size={16} />}
            disabled={!one}
            onClick={() => one && copy([one.page])}
          />
          <IconAction label="Delete the selected fields" icon={<Trash2 size={16} />} disabled={!one} onClick={remove} />
          <Button
            size="xs"
            ml="auto"
            aria-label="Save the fields"
            disabled={!isDirty || fields.some(({ name }) => name.trim() === "")}
            loading={save.isPending}
            onClick={() => save.mutate({})}
          >
            Save
          </Button>
        </Group>
        {find.error && <Failed error={find.error} title="The file could not be searched" />}
        {found && <Found found={found} onAccept={() => accept(found.fields)} onDismiss={() => setFound(undefined)} />}
        <section className={classes.panel} aria-label="Selected fields">
          {chosen.length > 1 ? (
            <ManyPanel chosen={chosen} pages={shapes} onPlace={(places) => place(places, "")} />
          ) : one && shapeOf(one.page) ? (
            <FieldPanel
              key={one.key}
              field={one}
              shape={shapeOf(one.page) as PageShape}
              onChange={(change) =>
                history.change((before) => changed(before, one.key, change), `${one.key} ${Object.keys(change).join()}`)
              }
            />
          ) : (
            <Text size="sm" className="quiet">
              {fields.length === 0
                ? "This PDF has no form fields yet. Press Find fields, or choose a kind, press Draw and pull a box on the page."
                : `${counted(fields.length, "field")}. Click one to change it; Shift and click for several. Arrow keys move it, with Alt they change its size, Delete removes it.`}
            </Text>
          )}
          {one && shapes.length > 1 && <CopyToPages count={shapes.length} onCopy={copy} />}
        </section>
        <div className={classes.pages}>
          <Suspense fallback={<Busy />}>
            <PdfView
              bytes={file.data}
              label={`The pages of ${document.name}`}
              hidesFields
              overlay={(number, opened) => {
                if (opened !== pdf) queueMicrotask(() => setPdf(opened));
                const shape = shapeOf(number);
                if (!shape || opened !== pdf) return null;

                return (
                  <div data-page={number} className={classes.overlay}>
                    <PageLayer
                      shape={shape}
                      fields={fields.filter(({ page }) => page === number)}
                      selected={selected}
                      isDrawing={isDrawing}
                      onDraw={(drawn) => add(number, drawn)}
                      onSelect={select}
                      onPlace={place}
                    />
                    {found?.fields
                      .filter(({ page }) => page === number)
                      .map((field) => (
                        <button
                          key={field.key}
                          type="button"
                          className={classes.candidate}
                          aria-label={`Accept ${field.name}, ${kindOf(field.kind).label}`}
                          style={styleOf(shape.placeOf(field.box), shape)}
                          onClick={() => accept([field])}
                        >
                          {field.name}
                        </button>
                      ))}
                  </div>
                );
              }}
            />
          </Suspense>
        </div>
      </Stack>
    </div>
  );
}

function Found({
  found: { fields, warning },
  onAccept,
  onDismiss,
}: {
  found: FoundFields;
  onAccept: () => void;
  onDismiss: () => void;
}) {
  return (
    <Alert
      color={fields.length === 0 ? "yellow" : "blue"}
      variant="light"
      radius={0}
      role="status"
      title={
        fields.length === 0
          ? "Nothing was found that asks to be filled"
          : `${counted(fields.length, "field")} found: click those to keep, or`
      }
    >
      {warning && <Text size="sm">{warning}</Text>}
      <Group gap="xs" mt={4}>
        {fields.length > 0 && (
          <Button size="compact-sm" onClick={onAccept}>
            Keep all {fields.length}
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={onDismiss}>
          {fields.length > 0 ? "Keep none" : "Close"}
        </Button>
      </Group>
    </Alert>
  );
}
