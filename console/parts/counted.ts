/** A noun in the form that its number needs. */
export const plural = (count: number, one: string): string => (count === 1 ? one : `${one}s`);

/** A number with what it counts: `1 hint`, `2 hints`. */
export const counted = (count: number, one: string): string => `${count.toLocaleString("en")} ${plural(count, one)}`;
