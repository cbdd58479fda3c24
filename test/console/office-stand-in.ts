/** What a test gives the stand-in for office.js, and what it reads of it afterwards (`window.officeState`). */
export interface OfficeState {
  host: "Word" | "Excel" | "PowerPoint";
  /** The open file, as base64. */
  file: string;
  /** Word: the text around the table. PowerPoint: the text of the box or of the table's cell. */
  text: string;
  /** Word: a table. Excel: the sheet "Prices". Texts or formulas by row. */
  cells: string[][];
  /** Word: in the text (or in a cell, `row` and `column`) from one character to another. Excel: from one cell to another. */
  selection: { start: number; end: number; row?: number; column?: number; toRow?: number; toColumn?: number };
  /** Alternative texts of pictures that were put into the file. */
  pictures: string[];
  /** What was shown to the person: a text, a cell, a slide. */
  shown: string;
  /** Why the program takes no text, such as when a picture is selected; empty if it does. */
  refusal: string;
}

/**
 * office.js as far as the add-in uses it, by Microsoft's reference: runs in the page in place of the script that tests intercept.
 * The window of a sign-in speaks to its opener, as that of Office on the web does.
 */
export function officeStandIn(given: OfficeState): void {
  const state = given;
  const sync = async () => undefined;
  const load = () => undefined;
  const refused = () => ({ status: "failed", error: { code: 5001, message: state.refusal } });
  const done =
    <Value>(value?: Value) =>
    (...rest: unknown[]) =>
      (rest.at(-1) as (result: object) => void)({ status: "succeeded", value });

  // Word: the text and the cells of the table are places in this order.
  interface Place {
    row?: number;
    column?: number;
    get: () => string;
    set: (text: string) => void;
  }
  const cellPlace = (row: number, column: number): Place => ({
    row,
    column,
    get: () => state.cells[row]?.[column] ?? "",
    set: (text) => {
      const line = state.cells[row];
      if (line) line[column] = text;
    },
  });
  const textPlace: Place = {
    get: () => state.text,
    set: (text) => {
      state.text = text;
    },
  };
  const placesOf = (): Place[] => [
    textPlace,
    ...state.cells.flatMap((line, row) => line.map((_, column) => cellPlace(row, column))),
  ];
  const indexOf = (place: Place): number =>
    placesOf().findIndex(({ row, column }) => row === place.row && column === place.column);

  const wordCell = (place: Place): object =>
    place.row === undefined
      ? { isNullObject: true, load }
      : {
          isNullObject: false,
          load,
          rowIndex: place.row,
          body: { getRange: () => wordRange(place, 0, place.get().length) },
        };
  const wordTable = (place: Place): object => ({
    isNullObject: place.row === undefined,
    load,
    rowCount: state.cells.length,
    rows: {
      load,
      items: state.cells.map((line, row) => ({
        cells: { load, items: line.map((_, column) => wordCell(cellPlace(row, column))) },
      })),
    },
  });
  function wordRange(place: Place, start: number, end: number, last = place, lastEnd = end): object {
    const range = {
      isNullObject: false,
      load,
      place,
      last,
      insertText(text: string, where: "Start" | "End" | "Replace") {
        const target = where === "End" ? last : place;
        const old = target.get();
        const from = where === "End" ? lastEnd : start;
        const to = where === "Replace" ? end : from;
        target.set(old.slice(0, from) + text + old.slice(to));
        return wordRange(target, from, from + text.length);
      },
      getRange(which: "Start" | "End" | "Content") {
        if (which === "Start") return wordRange(place, start, start);
        return which === "End" ? wordRange(last, lastEnd, lastEnd) : range;
      },
      insertInlinePictureFromBase64(picture: string) {
        if (!picture.startsWith("iVBOR")) throw new Error("not a PNG");
        return {
          set altTextDescription(text: string) {
            state.pictures.push(text);
          },
        };
      },
      compareLocationWith(other: { place: Place; last: Place }) {
        const [at, from, to] = [place, other.place, other.last].map(indexOf) as [number, number, number];
        return { value: at < from ? "Before" : at > to ? "After" : "Inside" };
      },
      get parentTableCellOrNullObject() {
        return wordCell(place);
      },
      get parentTableOrNullObject() {
        return wordTable(place);
      },
      select() {
        state.shown = place.get().slice(start, end);
        state.selection = {
          start,
          end,
          ...(place.row === undefined ? {} : { row: place.row, column: place.column ?? 0 }),
        };
      },
    };
    return range;
  }
  const wordSelection = () => {
    const { start, end, row, column = 0, toRow, toColumn = 0 } = state.selection;
    if (row === undefined) return wordRange(textPlace, start, end);
    const first = cellPlace(row, column);
    if (toRow === undefined) return wordRange(first, start, end);
    const last = cellPlace(toRow, toColumn);
    return wordRange(first, start, end, last, last.get().length);
  };
  const word = {
    run: async <Result>(batch: (context: object) => Promise<Result>) =>
      await batch({
        sync,
        document: {
          getSelection: wordSelection,
          body: {
            search(wanted: string) {
              const items = placesOf().flatMap((place) => {
                const at = place.get().indexOf(wanted);
                return at < 0 ? [] : [wordRange(place, at, at + wanted.length)];
              });
              return { load, items };
            },
          },
        },
      }),
  };

  const excelRange = (top: number, left: number, bottom = top, right = left): object => ({
    isNullObject:
      state.cells
        .slice(top, bottom + 1)
        .flat()
        .join("") === "",
    load,
    rowCount: bottom - top + 1,
    left: left * 64,
    top: top * 20,
    get formulas() {
      return state.cells.slice(top, bottom + 1).map((line) => line.slice(left, right + 1));
    },
    set formulas(values: unknown[][]) {
      const line = state.cells[top];
      if (line) line[left] = String(values[0]?.[0]);
    },
    getCell: (row: number, column: number) => excelRange(top + row, left + column),
    getLastCell: () => excelRange(bottom, right),
    getEntireRow: () => excelRange(top, 0, bottom, (state.cells[0]?.length ?? 1) - 1),
    getUsedRangeOrNullObject: () => excelRange(top, left, bottom, right),
  });
  const sheet = (name: string) => ({
    isNullObject: name !== "Prices",
    load,
    activate: load,
    getRange: (address: string) => ({
      select() {
        state.shown = `${name}!${address}`;
      },
    }),
    shapes: {
      addImage: () => ({
        set altTextDescription(text: string) {
          state.pictures.push(text);
        },
      }),
    },
  });
  const excel = {
    run: async <Result>(batch: (context: object) => Promise<Result>) =>
      await batch({
        sync,
        workbook: {
          getSelectedRange() {
            const { row = 0, column = 0, toRow = row, toColumn = column } = state.selection;
            return excelRange(row, column, toRow, toColumn);
          },
          worksheets: { getItemOrNullObject: sheet, getActiveWorksheet: () => sheet("Prices") },
        },
      }),
  };

  const office = {
    onReady: async () => ({ host: state.host, platform: "OfficeOnline" }),
    context: {
      document: {
        url: "",
        getFileAsync: done({
          // Two slices, as of a larger file.
          sliceCount: 2,
          getSliceAsync(index: number, then: (result: object) => void) {
            const bytes = [...Uint8Array.from(atob(state.file), (character) => character.charCodeAt(0))];
            const half = Math.ceil(bytes.length / 2);
            const data = index === 0 ? bytes.slice(0, half) : bytes.slice(half);
            then({ status: "succeeded", value: { data } });
          },
          closeAsync: load,
        }),
        getSelectedDataAsync(_type: string, then: (result: object) => void) {
          if (state.refusal !== "") return then(refused());
          const { start, end } = state.selection;
          then({ status: "succeeded", value: state.text.slice(start, end) });
        },
        setSelectedDataAsync(text: string, _options: object, then: (result: object) => void) {
          if (state.refusal !== "") return then(refused());
          const { start, end } = state.selection;
          state.text = state.text.slice(0, start) + text + state.text.slice(end);
          then({ status: "succeeded" });
        },
        goToByIdAsync(id: number, _type: string, then: (result: object) => void) {
          state.shown = `slide ${id}`;
          then({ status: "succeeded" });
        },
      },
      ui: {
        displayDialogAsync(address: string, _size: object, then: (result: object) => void) {
          const popup = window.open(address, "_blank", "width=500,height=700");
          const dialog = {
            addEventHandler(type: string, handle: (event: object) => void) {
              if (type !== "dialogMessageReceived") return;
              window.addEventListener("message", ({ origin, data }) => {
                if (origin === window.location.origin && typeof data === "string") handle({ message: data });
              });
            },
            close: () => popup?.close(),
          };
          then({ status: "succeeded", value: dialog });
        },
        messageParent(message: string) {
          (window.opener as Window | null)?.postMessage(message, window.location.origin);
        },
      },
    },
  };

  Object.assign(window, {
    officeState: state,
    Office: office,
    ...(state.host === "Word" ? { Word: word } : {}),
    ...(state.host === "Excel" ? { Excel: excel } : {}),
  });
  // As office.js does: a page in Office has no history of its own.
  Object.assign(window.history, { pushState: null, replaceState: null });
}
