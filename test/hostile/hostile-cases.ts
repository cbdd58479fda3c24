import { bombCount, bombs, liesAboutSizes } from "./cases/bombs.ts";
import { depthCount, depths } from "./cases/depths.ts";
import { changedOfficeFiles, changedPdfs, changedTemplates } from "./cases/mutated-files.ts";
import { bodies, dataFor, headers, names, templates } from "./cases/requests.ts";
import type { CaseMaker, HostileCase } from "./hostile-case.ts";

/** How many of each class there are. */
const classes = (address: string): readonly (readonly [maker: CaseMaker, count: number])[] => [
  [changedPdfs, 3_600],
  [changedOfficeFiles, 700],
  [changedTemplates, 1_200],
  [templates, 1_600],
  [bodies, 1_600],
  [headers, 900],
  [names, 900],
  [dataFor(address), 700],
  [liesAboutSizes, 400],
  [depths, depthCount()],
  [bombs, bombCount()],
];

/** Which of the cases: every `step`-th of each class, beginning with the `first` (from 0). */
export interface Slice {
  step: number;
  first: number;
  /** Only the cases of this maker. */
  only?: CaseMaker;
}

/**
 * The hostile cases, all or a slice of every class, the classes mixed: what one leaves behind meets the others.
 * @param address where a document that prints all of its data is merged
 */
export function hostileCases(
  address: string,
  { step, first, only }: Slice = { step: 1, first: 0 },
): (() => HostileCase)[] {
  const wanted = classes(address).filter(([maker]) => only === undefined || maker === only);
  const placed = wanted.flatMap(([maker, count]) =>
    Array.from({ length: Math.max(0, Math.ceil((count - first) / step)) }, (_, index) => {
      const number = first + index * step;
      return { place: number / count, make: () => maker(number) };
    }),
  );
  return placed.sort((one, other) => one.place - other.place).map(({ make }) => make);
}
