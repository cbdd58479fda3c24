/** What the readers of drawings ask the part that holds a drawing. */

import type { OpcPackage } from "../../office/package.ts";
import type { XmlNode } from "../../office/xml-node.ts";
import type { Block } from "../model/blocks.ts";
import type { Chart } from "../model/chart.ts";
import type { Theme } from "../model/theme.ts";
import type { LinkedBoxes } from "./linked-boxes.ts";

export interface DrawingContext {
  readonly package: OpcPackage;
  readonly part: string;
  readonly theme: Theme;
  /** `v:shapetype` definitions by `#id`, which hold for the whole document from where they occur. */
  readonly shapeTypes: Map<string, XmlNode>;
  readonly linkedBoxes: LinkedBoxes;
  /** The part a relationship points to; undefined for external or missing ones. */
  targetPart(id: string | undefined): string | undefined;
  /** The picture a relationship points to, as a renderer takes it. */
  /** @param substitute what is shown if this picture cannot be shown */
  imageSource(id: string | undefined, substitute?: string): string | undefined;
  /** Content of a text box (`w:txbxContent`); undefined when text boxes are nested too deep. */
  readTextBox(content: XmlNode): Block[] | undefined;
  /** `root`: `c:chartSpace`. */
  readChart(root: XmlNode): Chart;
}
