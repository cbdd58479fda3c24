import { notifyDone, notifyFailed } from "../notify.ts";
import { useFileDrop } from "./file-drop.ts";

const LABEL = "Drop a JSON file to use its data";

/** Data for a form come from a JSON file that is dropped anywhere. */
export function DropData({ onData }: { onData: (data: unknown) => void }) {
  useFileDrop(LABEL, ([file]) => {
    if (file) void read(file).catch((error: unknown) => notifyFailed(`"${file.name}" cannot be used`, error));
  });

  async function read(file: File): Promise<void> {
    onData(dataIn(file.name, await file.text()));
    notifyDone(`The data of "${file.name}" are in the form.`);
  }

  return null;
}

function dataIn(name: string, text: string): unknown {
  if (/\.(xlsx|xlsm|xls|csv)$/i.test(name))
    throw new Error("It is a list of many records. This form is for one: use List to merge all of its rows.");
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new Error("It is not JSON. Data come as JSON files here; templates are replaced under Template.", {
      cause: error,
    });
  }
  if (typeof data !== "object" || data === null || Array.isArray(data))
    throw new Error("It holds no record: JSON with the fields and their values is expected.");

  return data;
}
