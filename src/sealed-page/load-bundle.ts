/** The nonce that lets scripts run here; a script element reveals it only while its own script runs. */
const nonce = (document.currentScript as HTMLScriptElement | null)?.nonce ?? "";

/** Loads another bundle of the service into the page. */
export async function loadBundle(path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.nonce = nonce;
    script.src = path;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${path} is missing`));
    document.head.append(script);
  });
}
