/** Numbers of axes and labels by their format code; the common codes of ECMA-376 part 1, 18.8.31. */

export function numberLabel(value: number, format: string): string {
  const sections = format.split(";");
  const chosen =
    value < 0 && sections[1] ? sections[1] : value === 0 && sections[2] ? sections[2] : (sections[0] ?? "General");
  const amount = value < 0 && sections[1] ? -value : value;
  if (/^\s*$/.test(chosen)) return "";
  if (/general/i.test(chosen) || chosen === "@") return general(amount);
  if (/[ymdhs]/i.test(chosen.replace(/"[^"]*"|\[[^\]]*\]/g, ""))) return dateLabel(amount, chosen);
  return decimalLabel(amount, chosen);
}

function general(value: number): string {
  if (value === 0) return "0";
  if (Math.abs(value) >= 1e11 || Math.abs(value) < 1e-9) {
    return value
      .toExponential(5)
      .replace(/\.?0+e/, "E")
      .replace(/E([+-])(\d)$/, "E$10$2");
  }
  return String(Number(value.toPrecision(10)));
}

function decimalLabel(value: number, code: string): string {
  const clean = code
    .replace(/\[[^\]]*\]/g, "")
    .replace(/_./g, " ")
    .replace(/\*./g, "");
  const pattern = /[#0?][#0?,.]*/.exec(clean);
  const percent = clean.includes("%");
  if (!pattern) return literal(clean);
  const body = pattern[0];
  const trailingCommas = /,+$/.exec(body)?.[0].length ?? 0;
  const point = body.indexOf(".");
  const fraction = point < 0 ? "" : body.slice(point + 1).replace(/,/g, "");
  const required = (fraction.match(/0/g) ?? []).length;
  const scaled = (percent ? value * 100 : value) / 1000 ** trailingCommas;
  let text = Math.abs(scaled).toFixed(fraction.length);
  if (fraction.length > required) {
    text = text.replace(new RegExp(`0{1,${fraction.length - required}}$`), "").replace(/\.$/, "");
  }
  if (/,/.test(body.replace(/,+$/, ""))) {
    const [whole = "", rest] = text.split(".");
    text = whole.replace(/\B(?=(\d{3})+$)/g, ",") + (rest === undefined ? "" : `.${rest}`);
  }
  const before = literal(clean.slice(0, pattern.index));
  const after = literal(clean.slice(pattern.index + body.length));
  const sign = scaled < 0 && Number(text.replace(/,/g, "")) !== 0 ? "-" : "";
  return `${sign}${before}${text}${after}`.trim();
}

function literal(text: string): string {
  return text.replace(/"([^"]*)"/g, "$1").replace(/\\(.)/g, "$1");
}

/** Serial days since 1899-12-30. */
function dateLabel(serial: number, code: string): string {
  const date = new Date(Math.round((serial - 25_569) * 86_400_000));
  if (Number.isNaN(date.getTime())) return general(serial);
  const two = (value: number) => String(value).padStart(2, "0");
  const months = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
  ];
  const month = date.getUTCMonth();
  let hours = false;
  return code
    .replace(/\[[^\]]*\]/g, "")
    .replace(/"([^"]*)"|\\(.)|yyyy|yy|m{1,5}|d{1,4}|h{1,2}|s{1,2}|AM\/PM/gi, (token, quoted, escaped) => {
      if (quoted !== undefined) return quoted;
      if (escaped !== undefined) return escaped;
      const lower = token.toLowerCase();
      if (lower === "yyyy") return String(date.getUTCFullYear());
      if (lower === "yy") return two(date.getUTCFullYear() % 100);
      if (lower.startsWith("h")) {
        hours = true;
        return two(date.getUTCHours());
      }
      if (lower.startsWith("s")) return two(date.getUTCSeconds());
      if (lower === "am/pm") return date.getUTCHours() < 12 ? "AM" : "PM";
      if (lower.startsWith("m")) {
        if (hours) return two(date.getUTCMinutes());
        if (lower.length >= 4) return months[month] ?? "";
        if (lower.length === 3) return months[month]?.slice(0, 3) ?? "";
        return lower.length === 2 ? two(month + 1) : String(month + 1);
      }
      if (lower === "dddd" || lower === "ddd") {
        const day = new Intl.DateTimeFormat("en-US", { weekday: lower === "dddd" ? "long" : "short", timeZone: "UTC" });
        return day.format(date);
      }
      return lower.length === 2 ? two(date.getUTCDate()) : String(date.getUTCDate());
    });
}
