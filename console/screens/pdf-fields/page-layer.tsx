import { type PointerEvent as ReactPointerEvent, useRef, useState } from "react";
import type { PageShape } from "./page-shapes.ts";
import classes from "./pdf-fields.module.css";
import { type DrawnField, kindOf, type Place, snapMoved, snapSized, within } from "./placed.ts";

interface PageLayerProps {
  shape: PageShape;
  fields: readonly DrawnField[];
  selected: readonly string[];
  /** Whether the next box that is drawn becomes a field. */
  isDrawing: boolean;
  onDraw: (place: Place) => void;
  onSelect: (keys: readonly string[]) => void;
  /** @param reason is the same while a button is held down */
  onPlace: (places: ReadonlyMap<string, Place>, reason: string) => void;
}

/** Within so many CSS pixels lines hold what is moved. */
const REACH_PX = 5;
/** Less is a click. */
const CLICK_PX = 4;

interface Drag {
  kind: "move" | "size" | "draw";
  key: string;
  x: number;
  y: number;
  places: ReadonlyMap<string, Place>;
  reason: string;
}

let drags = 0;

/** The fields of a page over its picture: they are drawn, moved and pulled with a pointer. */
export function PageLayer({ shape, fields, selected, isDrawing, onDraw, onSelect, onPlace }: PageLayerProps) {
  const layer = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag>(undefined);
  const [drawn, setDrawn] = useState<Place>();
  const placed = fields.map((field) => ({ field, place: shape.placeOf(field.box) }));
  const scale = () => shape.width / (layer.current?.getBoundingClientRect().width || shape.width);

  const pointOf = ({ clientX, clientY }: ReactPointerEvent) => {
    const { left = 0, top = 0 } = layer.current?.getBoundingClientRect() ?? {};
    return { x: (clientX - left) * scale(), y: (clientY - top) * scale() };
  };

  function begin(event: ReactPointerEvent, kind: Drag["kind"], key = "") {
    if (event.button !== 0) return;
    const moved = kind === "move" && selected.includes(key) ? selected : [key];
    const places = new Map(
      placed.flatMap(({ field, place }) => (moved.includes(field.key) ? [[field.key, place]] : [])),
    );
    drag.current = { kind, key, ...pointOf(event), places, reason: `drag ${++drags}` };
    layer.current?.setPointerCapture(event.pointerId);
  }

  function follow(event: ReactPointerEvent) {
    const held = drag.current;
    if (!held) return;
    const { x, y } = pointOf(event);
    const [dx, dy] = [x - held.x, y - held.y];
    const reach = REACH_PX * scale();
    if (held.kind === "draw") {
      setDrawn(pulledUp(held, { x, y }, reach));
      return;
    }
    const grabbed = held.places.get(held.key);
    if (!grabbed || Math.hypot(dx, dy) < 1) return;
    const others = placed.filter(({ field }) => !held.places.has(field.key)).map(({ place }) => place);
    const guides = {
      x: [...shape.guides.x, ...others.flatMap(({ left, width }) => [left, left + width])],
      y: [...shape.guides.y, ...others.flatMap(({ top, height }) => [top, top + height])],
    };
    if (held.kind === "size") {
      const pulled = { ...grabbed, width: grabbed.width + dx, height: grabbed.height + dy };
      onPlace(new Map([[held.key, within(snapSized(pulled, guides, reach), shape)]]), held.reason);
      return;
    }
    const to = snapMoved({ ...grabbed, left: grabbed.left + dx, top: grabbed.top + dy }, guides, reach);
    const [right, down] = [to.left - grabbed.left, to.top - grabbed.top];
    const places = [...held.places].map(
      ([key, place]) => [key, within({ ...place, left: place.left + right, top: place.top + down }, shape)] as const,
    );
    onPlace(new Map(places), held.reason);
  }

  const pulledUp = (from: Drag, to: { x: number; y: number }, reach: number): Place =>
    snapSized(snapMoved(boxAround(from, to), shape.guides, reach), shape.guides, reach);

  function end(event: ReactPointerEvent) {
    const held = drag.current;
    drag.current = undefined;
    setDrawn(undefined);
    if (!held) return;
    const { x, y } = pointOf(event);
    const least = CLICK_PX * scale();
    const isClick = Math.abs(x - held.x) < least && Math.abs(y - held.y) < least;
    // One of several that are selected is moved with them, or chosen alone.
    if (held.kind === "move" && isClick) onSelect([held.key]);
    if (held.kind !== "draw") return;
    const place = pulledUp(held, { x, y }, REACH_PX * scale());
    onDraw(isClick ? { left: held.x, top: held.y, width: 0, height: 0 } : place);
  }

  return (
    <div
      ref={layer}
      className={classes.layer}
      data-drawing={isDrawing}
      onPointerDown={(event) => {
        if (event.target !== layer.current) return;
        if (isDrawing) begin(event, "draw");
        else onSelect([]);
      }}
      onPointerMove={follow}
      onPointerUp={end}
      onPointerCancel={() => {
        drag.current = undefined;
        setDrawn(undefined);
      }}
    >
      {placed.map(({ field, place }) => {
        const isSelected = selected.includes(field.key);

        return (
          <button
            key={field.key}
            type="button"
            data-field={field.key}
            className={classes.field}
            aria-pressed={isSelected}
            aria-label={`${kindOf(field.kind).label} ${field.name}, page ${field.page}`}
            title={field.name}
            style={styleOf(place, shape)}
            onPointerDown={(event) => {
              if (isDrawing) return;
              event.currentTarget.focus();
              const isMore = event.shiftKey || event.ctrlKey || event.metaKey;
              if (isMore) {
                onSelect(isSelected ? selected.filter((key) => key !== field.key) : [...selected, field.key]);
                return;
              }
              if (!isSelected) onSelect([field.key]);
              begin(event, "move", field.key);
            }}
            onKeyDown={(event) => {
              if (event.key !== "Enter" && event.key !== " ") return;
              event.preventDefault();
              if (!event.shiftKey) onSelect([field.key]);
              else onSelect(isSelected ? selected.filter((key) => key !== field.key) : [...selected, field.key]);
            }}
          >
            <span className={classes.name}>{field.kind === "check" || field.kind === "radio" ? "" : field.name}</span>
            {isSelected && selected.length === 1 && (
              <span
                className={classes.handle}
                data-handle={field.key}
                onPointerDown={(event) => {
                  event.stopPropagation();
                  begin(event, "size", field.key);
                }}
              />
            )}
          </button>
        );
      })}
      {drawn && <div className={classes.drawn} style={styleOf(drawn, shape)} />}
    </div>
  );
}

const boxAround = (from: { x: number; y: number }, to: { x: number; y: number }): Place => ({
  left: Math.min(from.x, to.x),
  top: Math.min(from.y, to.y),
  width: Math.abs(to.x - from.x),
  height: Math.abs(to.y - from.y),
});

/** A place on a page of any size. */
export const styleOf = ({ left, top, width, height }: Place, page: { width: number; height: number }) => ({
  left: `${(left / page.width) * 100}%`,
  top: `${(top / page.height) * 100}%`,
  width: `${(width / page.width) * 100}%`,
  height: `${(height / page.height) * 100}%`,
});
