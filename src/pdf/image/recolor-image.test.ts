import { expect, it } from "vitest";
import { png } from "../../image/testing/image-files.ts";
import { emptyDocument } from "../document.ts";
import { PdfName } from "../objects.ts";
import { addImage } from "./add-image.ts";
import { packingAllowance } from "./pack-rows.ts";
import { type ColorStep, recolorImage } from "./recolor-image.ts";

/** The operators of a calculator function that recoloring uses (ISO 32000-2, 7.10.5). */
function calculated(program: string, operands: readonly number[]): number[] {
  const stack = [...operands];
  const pop = () => stack.pop() ?? Number.NaN;
  const words: readonly string[] = program.match(/[{}]|[^\s{}]+/g) ?? [];
  const two = (operation: (a: number, b: number) => number) => {
    const b = pop();
    stack.push(operation(pop(), b));
  };
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "mul") two((a, b) => a * b);
    else if (word === "add") two((a, b) => a + b);
    else if (word === "sub") two((a, b) => a - b);
    else if (word === "lt") two((a, b) => Number(a < b));
    else if (word === "gt") two((a, b) => Number(a > b));
    else if (word === "dup") stack.push(stack.at(-1) ?? Number.NaN);
    else if (word === "pop") pop();
    else if (word === "exch") stack.push(...stack.splice(-2).reverse());
    else if (word === "index") {
      const place = pop();
      stack.push(stack.at(-1 - place) ?? Number.NaN);
    } else if (word === "roll") {
      const rotations = pop();
      const top = stack.splice(-pop());
      const cut = ((-rotations % top.length) + top.length) % top.length;
      stack.push(...top.slice(cut), ...top.slice(0, cut));
    } else if (word === "{") {
      const end = words.indexOf("}", at);
      // Procedures are the branches of a condition: the value is replaced.
      if (pop()) stack[stack.length - 1] = Number(words[at + 2]);
      at = end + 1;
    } else stack.push(Number(word));
  }
  return stack;
}

function recoloured(steps: readonly ColorStep[], colorType: 0 | 2, channels: readonly number[]) {
  const document = emptyDocument();
  const image = png({ width: 1, height: 1, colorType, rows: new Uint8Array(1 + channels.length) });
  const added = addImage(document, image, "png", packingAllowance());
  if (!added) throw new Error("the picture can be read");
  recolorImage(document, added.ref, steps);
  const space = document.resolve(document.stream(added.ref)?.dict.get("ColorSpace"));
  if (!Array.isArray(space)) throw new Error("the colour space is an array");
  const program = Buffer.from(document.stream(space[3])?.bytes() ?? [])
    .toString("latin1")
    .slice(1, -1);
  const alternate = space[2];
  const process = document.dict(document.dict(space[4])?.get("Process"));
  expect(process?.get("Components")).toEqual(space[1]);
  return { alternate: alternate instanceof PdfName ? alternate.value : "", values: calculated(program, channels) };
}

const rounded = (values: readonly number[]) => values.map((value) => Math.round(value * 1000) / 1000);

it("turns colours into grey, as bright as they are", () => {
  const { alternate, values } = recoloured([{ kind: "gray" }], 2, [1, 0.5, 0.25]);
  expect(alternate).toBe("DeviceGray");
  expect(rounded(values)).toEqual([rounded([0.2126 + 0.5 * 0.7152 + 0.25 * 0.0722])[0]]);
});

it("replaces black and white by two colours, and what is in between by its brightness", () => {
  const step = { kind: "duotone", dark: [0, 0, 0.5], light: [1, 0.5, 0.5] } as const;
  const { alternate, values } = recoloured([step], 0, [0.5]);
  expect(alternate).toBe("DeviceRGB");
  expect(rounded(values)).toEqual([0.5, 0.25, 0.5]);
  expect(rounded(recoloured([step], 2, [1, 1, 1]).values)).toEqual([1, 0.5, 0.5]);
  const { alternate: gray } = recoloured([step, { kind: "gray" }], 2, [1, 1, 1]);
  expect(gray).toBe("DeviceGray");
});

it("changes brightness and contrast of each channel, and clips the excess", () => {
  const steps = [
    { kind: "linear", factor: 2, offset: -0.5 },
    { kind: "linear", factor: 0.5, offset: 0 },
  ] as const;
  const { alternate, values } = recoloured(steps, 2, [0.1, 0.5, 0.9]);
  expect(alternate).toBe("DeviceRGB");
  expect(rounded(values)).toEqual([0, 0.25, 0.5]);
  expect(rounded(recoloured(steps, 0, [0.6]).values)).toEqual([0.35]);
});
