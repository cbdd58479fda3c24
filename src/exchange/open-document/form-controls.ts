/** Controls of forms (OpenDocument 1.3 Part 3, 13) by the ids that `draw:control` names. */

import { childOf, elementsOf, type OdfNode, textOf } from "./odf-nodes.ts";

type ControlKind =
  | "field"
  | "area"
  | "checkBox"
  | "option"
  | "list"
  | "button"
  | "label"
  | "groupBox"
  | "image"
  | "scrollBar"
  /** There for programs, or for the screen. */
  | "unseen";

export interface FormControl {
  kind: ControlKind;
  /** A label, or what is typed or chosen. */
  text: string;
  /** Of a list that shows them. */
  items: { label: string; isChosen: boolean }[];
  state: "on" | "off" | "mixed";
  isHorizontal: boolean;
  isDisabled: boolean;
  /** `form:image-data`. */
  image: string | undefined;
}

const KINDS: Readonly<Record<string, ControlKind>> = {
  ...{ "form:text": "field", "form:password": "field", "form:file": "field", "form:formatted-text": "field" },
  ...{ "form:number": "field", "form:date": "field", "form:time": "field", "form:combobox": "field" },
  ...{ "form:textarea": "area", "form:listbox": "list", "form:checkbox": "checkBox", "form:radio": "option" },
  ...{ "form:button": "button", "form:fixed-text": "label", "form:frame": "groupBox", "form:image": "image" },
  ...{ "form:image-frame": "image", "form:value-range": "scrollBar", "form:hidden": "unseen" },
};
const LABELED: ReadonlySet<ControlKind> = new Set(["checkBox", "option", "button", "label", "groupBox"]);
const STATES: Readonly<Record<string, FormControl["state"]>> = { checked: "on", unknown: "mixed" };
const MOST_ITEMS = 1_000;
const MOST_PASSWORD = 1_000;
const USUAL_DECIMALS = 2;
const MOST_DECIMALS = 20;
/** `PT14H30M00S`. */
const DURATION = /^PT(\d+)H(\d+)M(?:(\d+)(?:[.,]\d+)?S)?$/;

export class FormControls {
  readonly #controls = new Map<string, FormControl>();

  /** @param node `office:forms`, or a form in it */
  add(node: OdfNode): void {
    for (const child of elementsOf(node)) {
      if (child.name === "form:form") this.add(child);
      const kind = KINDS[child.name];
      const id = child.attributes["form:id"] ?? child.attributes["xml:id"];
      if (kind && id !== undefined) this.#controls.set(id, readControl(child, kind));
    }
  }

  /** @param node `draw:control` @returns undefined for one that is missing, or of a kind that is not read */
  of(node: OdfNode): FormControl | undefined {
    return this.#controls.get(node.attributes["draw:control"] ?? "");
  }
}

function readControl(node: OdfNode, kind: ControlKind): FormControl {
  const { attributes } = node;
  const options = kind === "list" ? readOptions(node) : [];
  const isDropDown = attributes["form:dropdown"] === "true";
  const chosen = options.find(({ isChosen }) => isChosen)?.label ?? "";
  return {
    kind: attributes["form:printable"] === "false" ? "unseen" : kind === "list" && isDropDown ? "field" : kind,
    text: LABELED.has(kind) ? (attributes["form:label"] ?? "") : kind === "list" ? chosen : textOfField(node),
    items: isDropDown ? [] : options,
    state:
      kind === "option"
        ? (attributes["form:current-selected"] ?? attributes["form:selected"]) === "true"
          ? "on"
          : "off"
        : (STATES[attributes["form:current-state"] ?? attributes["form:state"] ?? ""] ?? "off"),
    isHorizontal: attributes["form:orientation"] !== "vertical",
    isDisabled: attributes["form:disabled"] === "true",
    image: attributes["form:image-data"],
  };
}

/** What is chosen now takes the place of what is chosen at first. */
function readOptions(node: OdfNode): FormControl["items"] {
  const options = elementsOf(node, "form:option").slice(0, MOST_ITEMS);
  const isCurrent = options.some(({ attributes }) => attributes["form:current-selected"] !== undefined);
  const said = isCurrent ? "form:current-selected" : "form:selected";
  return options.map(({ attributes }) => ({
    label: attributes["form:label"] ?? attributes["form:value"] ?? "",
    isChosen: attributes[said] === "true",
  }));
}

/** LibreOffice keeps the text beside the value, but for fields of numbers and amounts of money, which have decimals. */
function formattedText(node: OdfNode, value: string): string {
  const properties = elementsOf(childOf(node, "form:properties"), "form:property");
  const property = (name: string): string | undefined => {
    const said = properties.find(({ attributes }) => attributes["form:property-name"] === name)?.attributes;
    return said?.["office:string-value"] ?? said?.["office:value"] ?? said?.["office:boolean-value"];
  };
  const text = property("Text");
  if (text !== undefined) return text;
  const kind = /\.(Numeric|Currency)Field$/.exec(node.attributes["form:control-implementation"] ?? "")?.[1];
  const number = Number(value);
  if (!kind || value === "" || !Number.isFinite(number)) return value;
  const decimals = Number(property("DecimalAccuracy") ?? USUAL_DECIMALS);
  const digits = Number.isInteger(decimals) && decimals >= 0 && decimals <= MOST_DECIMALS ? decimals : USUAL_DECIMALS;
  const fixed = number.toFixed(digits);
  const symbol = kind === "Currency" ? property("CurrencySymbol") : undefined;
  if (!symbol) return fixed;
  return property("PrependCurrencySymbol") === "true" ? `${symbol} ${fixed}` : `${fixed} ${symbol}`;
}

function textOfField(node: OdfNode): string {
  const { attributes } = node;
  const paragraphs = elementsOf(node, "text:p");
  if (paragraphs.length > 0) return paragraphs.map(textOf).join("\n");
  const value = attributes["form:current-value"] ?? attributes["form:value"] ?? "";
  if (node.name === "form:password")
    return (attributes["form:echo-char"] || "*").repeat(Math.min(MOST_PASSWORD, value.length));
  if (node.name === "form:formatted-text") return formattedText(node, value);
  const [, hours, minutes, seconds] = (node.name === "form:time" && DURATION.exec(value)) || [];
  if (hours === undefined || minutes === undefined) return value;
  const parts = [hours, minutes, ...(Number(seconds ?? 0) > 0 && seconds !== undefined ? [seconds] : [])];
  return parts.map((part) => part.padStart(2, "0")).join(":");
}
