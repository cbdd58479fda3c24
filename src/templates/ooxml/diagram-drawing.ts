/** The drawing of a diagram is related to the part that shows the diagram, whose data name that relationship. */
export const DIAGRAM_DRAWING = /\/diagramDrawing$/;

/** The relationship of its drawing, as the data of a diagram name it (MS-ODRAWXML 2.6.1.4); undefined if they name none. */
export const drawingIdOf = (data: string): string | undefined =>
  /<(?:\w+:)?dataModelExt\b[^>]*?\srelId\s*=\s*["']([^"']*)["']/.exec(data)?.[1];
