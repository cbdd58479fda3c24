/**
 * The only script of a page: where there is a pointer, a signature can be drawn. It makes nothing of what was typed but the picture, and
 * the page works without it. It stands in the page itself, and the page's policy allows this text and no other.
 */
export const DRAWING_SCRIPT = `for (const box of document.querySelectorAll("[data-draw]")) {
  const field = box.querySelector("input");
  const pad = document.createElement("canvas");
  pad.width = 600;
  pad.height = 200;
  pad.className = "pad";
  pad.setAttribute("role", "img");
  pad.setAttribute("aria-label", box.dataset.draw);
  const pen = pad.getContext("2d");
  pen.lineWidth = 3;
  pen.lineCap = pen.lineJoin = "round";
  const place = (event) => {
    const frame = pad.getBoundingClientRect();
    return [((event.clientX - frame.left) * pad.width) / frame.width, ((event.clientY - frame.top) * pad.height) / frame.height];
  };
  let isDown = false;
  pad.addEventListener("pointerdown", (event) => {
    isDown = true;
    pad.setPointerCapture(event.pointerId);
    pen.beginPath();
    pen.moveTo(...place(event));
    event.preventDefault();
  });
  pad.addEventListener("pointermove", (event) => {
    if (!isDown) return;
    pen.lineTo(...place(event));
    pen.stroke();
  });
  const lift = () => {
    if (isDown) field.value = pad.toDataURL("image/png");
    isDown = false;
  };
  pad.addEventListener("pointerup", lift);
  pad.addEventListener("pointercancel", lift);
  const clear = document.createElement("button");
  clear.type = "button";
  clear.textContent = box.dataset.clear;
  clear.addEventListener("click", () => {
    pen.clearRect(0, 0, pad.width, pad.height);
    field.value = "";
  });
  if (field.value) {
    const drawn = new Image();
    drawn.onload = () => pen.drawImage(drawn, 0, 0);
    drawn.src = field.value;
  }
  box.append(pad, clear);
  box.hidden = false;
}`;
