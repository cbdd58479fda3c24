/**
 * What the pane uses of office.js, which is loaded from Microsoft and has no module. Its own typings (@types/office-js) are some
 * 300,000 lines for all programs; these are the members that are called here, as their reference describes them.
 */
export interface OfficeApi {
  /** Resolves with the program around the page; `host` is null outside of Office. */
  onReady(): Promise<{ host: string | null }>;
  context: {
    document: OfficeDocument;
    ui: OfficeUi;
    /** Tells apart what is stored for one page of Office from that for another; there where browsers do so. */
    partitionKey?: string;
  };
}

/** What a call of the older interface ends with. */
export interface AsyncResult<Value> {
  status: "succeeded" | "failed";
  value: Value;
  error?: { code: number; message: string };
}

type Done<Value> = (result: AsyncResult<Value>) => void;

export interface OfficeDocument {
  /** Where the open file is; empty as long as it was never saved. */
  url: string;
  getFileAsync(type: "compressed", options: { sliceSize: number }, done: Done<OfficeFile>): void;
  getSelectedDataAsync(type: "text", done: Done<string>): void;
  setSelectedDataAsync(data: string, options: { coercionType: "text" }, done: Done<void>): void;
  goToByIdAsync(id: number, type: "index", done: Done<void>): void;
}

export interface OfficeFile {
  sliceCount: number;
  getSliceAsync(index: number, done: Done<{ data: readonly number[] }>): void;
  closeAsync(): void;
}

export interface OfficeUi {
  displayDialogAsync(address: string, options: { height: number; width: number }, done: Done<OfficeDialog>): void;
  messageParent(message: string): void;
}

export interface OfficeDialog {
  addEventHandler(type: "dialogMessageReceived", handle: (event: { message?: string; error?: number }) => void): void;
  addEventHandler(type: "dialogEventReceived", handle: (event: { error: number }) => void): void;
  close(): void;
}

/** An object of the newer interfaces, whose members are there after `load` and `sync`. */
export interface Loadable {
  load(members: string): void;
}

/** Runs a batch of commands in a program (`Word.run` and its like). */
export interface Runner<Context extends { sync(): Promise<void> }> {
  run<Result>(batch: (context: Context) => Promise<Result>): Promise<Result>;
}

declare global {
  interface Window {
    Office?: OfficeApi;
  }
}
