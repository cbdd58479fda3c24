const WRITTEN = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?)?/;
const ISO = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z|([+-])(\d\d):(\d\d))?$/;

/** A date of PDF (ISO 32000-2, 7.9.4) as XMP writes it, in its own time zone; undefined if it is not a date. */
export function isoOfPdfDate(written: string): string | undefined {
  const found = WRITTEN.exec(written);
  if (!found) return undefined;
  const [, year, month = "01", day = "01", hour = "00", minute = "00", second = "00", sign, hours, minutes] = found;
  const zone = sign === undefined ? "Z" : `${sign}${hours}:${minutes ?? "00"}`;
  return real(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
}

/** A date of XMP as PDF writes it; undefined if it is not a date and time. */
export function pdfDateOfIso(written: string): string | undefined {
  const found = ISO.exec(written);
  if (!found || real(written) === undefined) return undefined;
  const [, year, month, day, hour, minute, second = "00", sign, hours, minutes] = found;
  const zone = sign === undefined ? "Z" : `${sign}${hours}'${minutes}`;
  return `D:${year}${month}${day}${hour}${minute}${second}${zone}`;
}

function real(iso: string): string | undefined {
  return Number.isNaN(Date.parse(iso)) ? undefined : iso;
}
