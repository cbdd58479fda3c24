import { describe, expect, test } from "vitest";
import { merge } from "../testing/merge.ts";

const of = (source: string, locale: string, data: Record<string, unknown> = {}) => merge(source, data, { locale });

describe("words of eight languages", () => {
  test.each([
    ["en-US", "twelve dollars and fifty cents", "Yes No", "3rd", "third"],
    ["de-DE", "zwölf US-Dollar und 50/100", "Ja Nein", "3.", "dritte"],
    ["fr-FR", "douze dollars des États-Unis et 50/100", "Oui Non", "3e", "troisième"],
    ["es-ES", "doce dólares estadounidenses con 50/100", "Sí No", "3º", "tercero"],
    ["it-IT", "dodici dollari statunitensi e 50/100", "Sì No", "3º", "terzo"],
    ["nl-NL", "twaalf Amerikaanse dollar en 50/100", "Ja Nee", "3e", "derde"],
    ["pt-PT", "doze dólares dos Estados Unidos e 50/100", "Sim Não", "3º", "terceiro"],
    ["pl-PL", "dwanaście dolarów amerykańskich i 50/100", "Tak Nie", "3.", "trzeci"],
  ])("%s", (locale, dollars, yesNo, mark, ordinal) => {
    expect(of('{12.5|spell:"USD"}', locale)).toBe(dollars);
    expect(of("{1|yesno} {0|yesno}", locale)).toBe(yesNo);
    expect(of("{3|ordinal}", locale)).toBe(mark);
    expect(of('{3|ordinal:"":"words"}', locale)).toBe(ordinal);
  });

  test.each([
    ["de-DE", "EUR", "eintausendzweihundertvierunddreißig Euro und fünfzig Cent"],
    ["fr-FR", "EUR", "mille deux cent trente-quatre euros et cinquante centimes"],
    ["es-ES", "EUR", "mil doscientos treinta y cuatro euros con cincuenta céntimos"],
    ["it-IT", "EUR", "milleduecentotrentaquattro euro e cinquanta centesimi"],
    ["pt-PT", "EUR", "mil duzentos e trinta e quatro euros e cinquenta cêntimos"],
    ["pl-PL", "PLN", "tysiąc dwieście trzydzieści cztery złote pięćdziesiąt groszy"],
  ])("amounts of the language's own money: %s %s", (locale, code, expected) => {
    expect(of(`{1234.5|spell:"${code}"}`, locale)).toBe(expected);
  });

  test("a locale may be named, and others than these are English", () => {
    expect(of('{21|spell:"":"de"} {21|spell}', "en-US")).toBe("einundzwanzig twenty-one");
    expect(of("{21|spell}", "ja-JP")).toBe("twenty-one");
  });
});

describe("boxes are checked as forms mean it", () => {
  test.each(["no", "off", "false", "0", "No ", "N", "nein", "", null, false, 0])("%j is not", (value) => {
    expect(of("{checkbox $x}", "en-US", { x: value })).toBe("\u2610");
  });
  test.each(["yes", "on", "true", "1", "x", true, 1])("%j is", (value) => {
    expect(of("{checkbox $x}", "en-US", { x: value })).toBe("\u2612");
  });
});

describe("patterns of dates as most programs write them", () => {
  test.each([
    ["dd.MM.yyyy", "05.02.2024"],
    ["DD.MM.YYYY", "05.02.2024"],
    ["d.M.yyyy", "5.2.2024"],
    ["dd/mm/yy", "05/02/24"],
    ["yyyy-MM-dd HH:mm:ss", "2024-02-05 14:07:09"],
    ["YYYY-MM-DD", "2024-02-05"],
    ["MMMM d, yyyy", "February 5, 2024"],
    ["dddd, dd MMM yyyy", "Monday, 05 Feb 2024"],
    ["EEEE dd.MM.", "Monday 05.02."],
    ["hh:mm a", "02:07 pm"],
    ["dd 'of' MMMM", "05 of February"],
    // PHP's letters and strftime's stay what they are.
    ["d.m.Y", "05.02.2024"],
    ["D, j M Y", "Mon, 5 Feb 2024"],
    ["%d.%m.%Y", "05.02.2024"],
  ])("%s", (pattern, expected) => {
    const data = { d: "2024-02-05 14:07:09" };
    expect(of(`{$d|date_format:"${pattern}"}`, "en-US", data)).toBe(expected);
    if (!pattern.includes("%")) expect(of(`{$d|date:"${pattern}"}`, "en-US", data)).toBe(expected);
  });
});
