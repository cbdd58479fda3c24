/** Numbers spelled out in languages that count in words (`ST_NumberFormat`, ECMA-376 part 1, 17.18.59). */

const VIETNAMESE = ["không", "một", "hai", "ba", "bốn", "năm", "sáu", "bảy", "tám", "chín"];

export function vietnameseCounting(value: number): string {
  if (value < 0 || value > 999) return String(value);
  if (value < 10) return VIETNAMESE[value] ?? "";
  if (value >= 100) {
    const rest = value % 100;
    const hundreds = `${VIETNAMESE[Math.floor(value / 100)]} trăm`;
    if (rest === 0) return hundreds;
    return `${hundreds} ${rest < 10 ? `lẻ ${VIETNAMESE[rest]}` : vietnameseCounting(rest)}`;
  }
  const tens = Math.floor(value / 10);
  const ones = value % 10;
  const start = tens === 1 ? "mười" : `${VIETNAMESE[tens]} mươi`;
  if (ones === 0) return start;
  const end = ones === 5 ? "lăm" : ones === 1 && tens > 1 ? "mốt" : VIETNAMESE[ones];
  return `${start} ${end}`;
}

const THAI = ["", "หนึ่ง", "สอง", "สาม", "สี่", "ห้า", "หก", "เจ็ด", "แปด", "เก้า"];
const THAI_UNITS = ["", "สิบ", "ร้อย", "พัน", "หมื่น", "แสน"];

export function thaiCounting(value: number): string {
  if (value <= 0 || value > 999_999) return value === 0 ? "ศูนย์" : String(value);
  const digits = [...String(value)].map(Number);
  return digits
    .map((digit, index) => {
      const power = digits.length - 1 - index;
      if (digit === 0) return "";
      if (power === 0 && digit === 1 && digits.length > 1) return "เอ็ด";
      if (power === 1 && digit === 1) return "สิบ";
      if (power === 1 && digit === 2) return "ยี่สิบ";
      return `${THAI[digit]}${THAI_UNITS[power]}`;
    })
    .join("");
}

const KOREAN_ONES = ["", "하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟", "아홉"];
const KOREAN_TENS = ["", "열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔"];

/** Native Korean numbers, which end at 99. */
export function koreanLegal(value: number): string {
  if (value < 1 || value > 99) return String(value);
  return `${KOREAN_TENS[Math.floor(value / 10)]}${KOREAN_ONES[value % 10]}`;
}

const HINDI = (
  "शून्य एक दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस बीस इक्कीस बाईस तेईस चौबीस पच्चीस " +
  "छब्बीस सत्ताईस अट्ठाईस उनतीस तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस चालीस इकतालीस बयालीस तैंतालीस चौवालीस " +
  "पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास पचास"
).split(" ");

/** Hindi has a word of its own for every number; beyond fifty, digits stand in. */
export function hindiCounting(value: number): string {
  return HINDI[value] ?? String(value);
}
