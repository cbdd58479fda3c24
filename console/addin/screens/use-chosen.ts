import { useState } from "react";

const keyOf = (address: string): string => `docloom:add-in:file:${address}`;

/**
 * The document that an open file is the template of, by its id. It is kept beside the file's address, not in the file: what a
 * template's package holds is nobody's but its author's.
 */
export function useChosen(address: string): [string | undefined, (id: string | undefined) => void] {
  const [chosen, setChosen] = useState(() => (address === "" ? undefined : read(address)));

  return [
    chosen,
    (id) => {
      setChosen(id);
      if (address !== "") write(address, id);
    },
  ];
}

function read(address: string): string | undefined {
  try {
    return localStorage.getItem(keyOf(address)) ?? undefined;
  } catch (error) {
    console.warn("The browser keeps nothing for this page: the document is asked for each time.", error);
    return undefined;
  }
}

function write(address: string, id: string | undefined): void {
  try {
    if (id === undefined) localStorage.removeItem(keyOf(address));
    else localStorage.setItem(keyOf(address), id);
  } catch (error) {
    console.warn("The browser keeps nothing for this page: the document is asked for each time.", error);
  }
}
