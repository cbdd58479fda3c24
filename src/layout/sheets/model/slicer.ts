/** Buttons that filter a table or a pivot table (MS-XLSX 2.6, `slicer`). */
export interface Slicer {
  /** Undefined when its header is hidden. */
  caption: string | undefined;
  columns: number;
  rowHeightPt: number;
  styleName: string;
  items: readonly SlicerItem[];
}

export interface SlicerItem {
  text: string;
  isSelected: boolean;
  /** Other filters leave none of its rows. */
  hasNoData: boolean;
}
