/** On and off in Office markup. */

/** `ST_OnOff` of an element that is there: without a value it is on (ECMA-376 Part 1, 17.17.4). */
export function isOn(value: string | undefined): boolean {
  return value !== "0" && value !== "false" && value !== "off";
}

/** `xsd:boolean` of an attribute; one that is left out has its default. */
export function booleanAttribute(value: string | undefined, otherwise = false): boolean {
  return value === undefined ? otherwise : value === "1" || value === "true";
}
