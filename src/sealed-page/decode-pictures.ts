const TIMEOUT_MS = 5000;

/** Waits until the pictures can be printed: not for broken ones, and for all together only a limited time. */
export async function decodePictures(root: HTMLElement): Promise<void> {
  const pictures = [...root.querySelectorAll("img")].map((image) => image.decode().catch(() => undefined));
  const timeout = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
  await Promise.race([Promise.all(pictures), timeout]);
}
