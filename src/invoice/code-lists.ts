/** Code lists of EN 16931-1 (the registers of CEN, as of 2025), as far as they are short; others are checked by shape. */

const words = (text: string) => new Set(text.trim().split(/\s+/));

/** UNTDID 1001: invoices and credit notes. */
export const TYPE_CODES =
  words(`71 80 81 82 83 84 102 130 202 203 204 211 218 219 261 262 295 296 308 325 326 331 380 381
  382 383 384 385 386 387 388 389 390 393 394 395 396 420 456 457 458 471 472 473 500 501 502 503 527 532 553 575 623 633
  751 780 817 870 875 876 877 935`);

/** UNTDID 5305, as far as EN 16931 knows them. */
export const VAT_CATEGORIES = words("S Z E AE K G O L M");

/** UNTDID 4461. */
export const PAYMENT_MEANS =
  words(`1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33
  34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 70 74 75 76 77 78
  91 92 93 94 95 96 97 98 ZZZ`);

/** Those that transfer to an account (BR-61). */
export const CREDIT_TRANSFERS = words("30 58");
export const DIRECT_DEBITS = words("49 59");

/** Files within an invoice (BT-125), with XML as XRechnung has it. */
export const ATTACHED_MEDIA_TYPES = words(`application/pdf image/png image/jpeg text/csv application/xml
  application/vnd.openxmlformats-officedocument.spreadsheetml.sheet application/vnd.oasis.opendocument.spreadsheet`);

/** ISO 4217. */
export const CURRENCIES =
  words(`AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN
  BZD CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD
  GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD
  MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON
  RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN
  UYI UYU UYW UZS VED VES VND VUV WST XAF XAG XAU XBA XBB XBC XBD XCD XDR XOF XPD XPF XPT XSU XTS XUA XXX YER ZAR ZMW ZWG ZWL`);

/** ISO 3166-1 alpha-2, with Northern Ireland and Kosovo as tax offices write them. */
export const COUNTRIES =
  words(`AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW
  BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB
  GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM
  KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC
  NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL
  SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XI
  1A YE YT ZA ZM ZW`);

/** UN/ECE Recommendations 20 and 21: thousands of codes of one shape. */
export const UNIT_SHAPE = /^(?:[A-Z0-9]{2,3}|X[A-Z0-9]{2})$/;
/** Electronic address schemes and ISO 6523. */
export const SCHEME_SHAPE = /^(?:\d{4}|AN|AQ|AS|AU|EM)$/;
