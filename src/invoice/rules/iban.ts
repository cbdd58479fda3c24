/** Whether it is an IBAN (ISO 13616), with blanks wherever they are. */
export function isIban(written: string | undefined): boolean {
  const text = (written ?? "").replaceAll(/\s/g, "");
  if (!/^[A-Z]{2}\d{2}[A-Za-z0-9]{0,30}$/.test(text)) return false;
  const turned = `${text.slice(4)}${text.slice(0, 4)}`.toUpperCase();
  let rest = 0;
  for (const sign of turned) {
    const value = /\d/.test(sign) ? Number(sign) : sign.charCodeAt(0) - 55;
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
