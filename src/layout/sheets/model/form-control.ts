export type ControlKind =
  | "checkBox"
  | "option"
  | "dropDown"
  | "list"
  | "button"
  | "label"
  | "groupBox"
  | "spinner"
  | "scrollBar"
  | "edit";

/** A form control with what it shows. */
export interface FormControl {
  kind: ControlKind;
  /** Its lines. */
  text: readonly string[];
  state: "on" | "off" | "mixed";
  /** Of lists, and which of them is chosen; -1 for none. */
  items: readonly string[];
  selected: number;
  /** Of scroll bars. */
  value: number;
  minimum: number;
  maximum: number;
  isHorizontal: boolean;
  sizePt: number;
  family: string | undefined;
  color: string;
  bold: boolean;
  alignment: "left" | "center" | "right";
}
