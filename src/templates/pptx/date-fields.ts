import { dateFieldText } from "../../office/date-field.ts";
import { escapeXmlText } from "../../office/xml-text.ts";

const FIELD = /(<a:fld\b[^>]*? type="(datetime\w*)"[^>]*(?<!\/)>)(.*?)(<\/a:fld>)/gs;
const LANGUAGE = /<a:rPr\b[^>]*? lang="([^"]+)"/;
const TEXT = /<a:t(?:\/>|>[^<]*<\/a:t>)/;

/**
 * A slide whose date fields (ECMA-376 part 1, 21.1.2.2.4) show the merge's day: the template stores the day on which
 * somebody saved it, and readers that do not compute fields show that.
 *
 * @param now its UTC parts are the wall clock
 */
export function withDatesOf(now: Date, slide: string, locale: string): string {
  if (!slide.includes('type="datetime')) return slide;
  return slide.replace(FIELD, (whole, start: string, type: string, content: string, end: string) => {
    const date = dateFieldText(type, now, LANGUAGE.exec(content)?.[1] ?? locale);
    if (date === undefined) return whole;
    const text = `<a:t>${escapeXmlText(date)}</a:t>`;
    return start + (TEXT.test(content) ? content.replace(TEXT, () => text) : content + text) + end;
  });
}
