/** Numbers and errors as cells store them. */

/** An `RkNumber` (MS-XLS 2.5.217): 30 bits of an integer or of a double, perhaps hundredfold. */
export function rkNumber(rk: number): number {
  let number = rk >> 2;
  if (!(rk & 2)) {
    const view = new DataView(new ArrayBuffer(8));
    view.setInt32(0, rk & ~3);
    number = view.getFloat64(0);
  }
  return rk & 1 ? number / 100 : number;
}

const ERRORS: Readonly<Record<number, string>> = {
  0x00: "#NULL!",
  0x07: "#DIV/0!",
  0x0f: "#VALUE!",
  0x17: "#REF!",
  0x1d: "#NAME?",
  0x24: "#NUM!",
  0x2a: "#N/A",
};

/** `BErr` (MS-XLS 2.5.10). */
export function errorText(code: number): string {
  return ERRORS[code] ?? "#N/A";
}
