const WIDTH = 320;
const HEIGHT = 200;

/** A gray box with the name of a field, in base64: where the picture will be. */
export function placeholderPicture(field: string): string {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: WIDTH, height: HEIGHT });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The browser draws no pictures.");
  context.fillStyle = "#e3e7ec";
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.strokeStyle = "#8a95a3";
  context.lineWidth = 2;
  context.strokeRect(1, 1, WIDTH - 2, HEIGHT - 2);
  context.fillStyle = "#3c4652";
  context.font = "20px sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(field, WIDTH / 2, HEIGHT / 2, WIDTH - 20);

  return canvas.toDataURL("image/png").replace(/^data:image\/png;base64,/, "");
}
