import type { Random } from "./random.ts";

export interface GeneratedCase {
  template: string;
  data: Record<string, unknown>;
}

const WORDS = ["alpha", "Beta", "GAMMA", "o'neil", "john-smith", "x1y2", "3rd", "a", "Zed", "mixed Case words", "10%"];
const TEXTS = [
  ...WORDS,
  "",
  " ",
  "0",
  "1",
  "10",
  "9",
  "1e3",
  "abc",
  "ABC",
  "0.0",
  "-5",
  "12.50",
  " 7",
  "7 ",
  "line one\nline two\n\nthree",
  "<b>bold</b> & 'quoted' \"text\"",
  "a.b@c.d",
  "The quick brown fox jumps over the lazy dog",
  "one  two   three",
  "A sentence. Another one! And more? yes.",
  "tab\there",
  "aaa bbb aaa",
  "/path/to?x=1&y=2",
  "null",
  "true",
];
const UNICODE = ["Ünïcode Straße", "naïve café", "Ελλάδα και", "日本語 テキスト", "“quoted” – dash", "Łódź 12"];
const NUMBERS = [
  0, 1, 2, 3, 5, 7, 10, -1, -3, 42, 100, 1234, 1234567, 0.5, 1.005, 2.5, -2.5, 3.1459, 99.995, 1e-5, 0.1, 1234.5678,
];
const DATES = [
  "2024-02-05",
  "2024-02-29 14:07:09",
  "1999-12-31",
  "12/25/2023",
  "25-12-2023",
  "15.08.2021",
  "5 March 2023",
  "March 5, 2023 3:30 PM",
  "Sat, 30 Mar 2024 10:00:00 +0200",
  "2024-06-15T10:00:00Z",
  "2024-06-15T10:00:00+02:00",
  "1700000000",
  "2000-01-01 00:00:00",
  "Jan 2024",
  "2024/7/4",
  "20240301101112",
  "",
];
const INTERVALS = [
  "+1 day",
  "-1 month",
  "+2 weeks",
  "+1 year",
  "+90 days",
  "-3 hours",
  "next monday",
  "last friday",
  "first day of next month",
  "last day of this month",
  "+5 weekdays",
  "tomorrow",
  "noon",
  "saturday this week",
  "+1 week 2 days",
];
const STRFTIME = [
  "%Y",
  "%m",
  "%d",
  "%e",
  "%B",
  "%b",
  "%A",
  "%a",
  "%H",
  "%I",
  "%M",
  "%S",
  "%p",
  "%j",
  "%y",
  "%D",
  "%T",
  "%R",
  "%u",
  "%w",
  "%U",
  "%V",
  "%G",
  "%%",
  "%n",
  "%C",
  "%h",
  "%l",
  "%k",
  "%s",
  "%F",
  "%W",
  "%g",
  "%P",
  "%r",
  "%c",
  "%x",
  "%X",
  "%t",
];
const PHP_LETTERS = "dDjlNSwzWFmMntLoYyaABgGhHisuveITPOZcrU".split("");

/** Makes one valid template with its data. */
export function generateCase(random: Random, number: number): GeneratedCase {
  const maker = new CaseMaker(random, number);
  const template = maker.body(3);
  return { template, data: maker.data };
}

class CaseMaker {
  readonly data: Record<string, unknown>;
  readonly #items: string[] = [];
  #inStrip = false;
  #unique = 0;

  readonly #random: Random;
  readonly #number: number;

  constructor(random: Random, number: number) {
    this.#random = random;
    this.#number = number;
    const { pick } = this.#bound();
    this.data = {
      s: pick(TEXTS),
      t: pick(TEXTS),
      u: pick(UNICODE),
      n: pick(NUMBERS),
      m: pick(NUMBERS),
      p: 1 + random.below(6),
      q: pick([0, 1, 2, 3, "4", "2"]),
      d: pick(DATES),
      b: pick([true, false, null, 1, 0, "", "0", "x"]),
      k: pick(["name", "city", "zip"]),
      c: { name: pick(WORDS), city: pick(WORDS), addr: { zip: pick(TEXTS), no: pick(NUMBERS) }, tags: this.#words() },
      list: this.#words(),
      nums: Array.from({ length: random.below(5) }, () => pick(NUMBERS)),
      rows: Array.from({ length: random.below(4) }, (_, index) => ({
        name: pick(WORDS),
        price: pick(NUMBERS),
        qty: random.below(4),
        id: index + 1,
        tags: this.#words(),
        on: random.chance(0.5),
      })),
      map: { a: 1, b: "two", c: pick(TEXTS) },
      e: [],
    };
  }

  #bound(): { pick: <T>(list: readonly T[]) => T } {
    return { pick: (list) => this.#random.pick(list) };
  }

  #words(): string[] {
    return Array.from({ length: this.#random.below(4) }, () => this.#random.pick(WORDS));
  }

  body(depth: number): string {
    const count = 1 + this.#random.below(depth > 1 ? 4 : 2);
    return Array.from({ length: count }, () => this.#piece(depth)).join("");
  }

  #piece(depth: number): string {
    const roll = this.#random.below(depth > 0 ? 22 : 10);
    if (roll < 2)
      return this.#random.pick(["text ", "\n", " x\n", "  ", "{ not } ", "a{b:1}", "<p>", "\n\n", "$5 ", "\t"]);
    if (roll < 9) return this.#output();
    if (roll < 10) return `{* ${this.#random.pick(["c", "{$x}", "multi\nline"])} *}`;
    if (roll < 13) return this.#ifBlock(depth);
    if (roll < 16) return this.#foreach(depth);
    if (roll < 17) return this.#section(depth);
    if (roll < 18) return this.#forLoop(depth);
    if (roll < 19) return this.#capture(depth);
    if (roll < 20) return this.#assign();
    if (roll < 21) return this.#functionTag();
    return this.#random.chance(0.5) && !this.#inStrip ? this.#strip(depth) : "{literal}{$raw} {if}{/literal}";
  }

  #output(): string {
    const roll = this.#random.below(10);
    if (roll < 4) return `{${this.#modified(this.#value())}}`;
    if (roll < 5) return `{${this.#interpolated()}}`;
    if (roll < 6) return `{${this.#date()}}`;
    if (roll < 8) return `{${this.#arithmetic(2)}}`;
    if (roll < 9) return `{${this.#call()}}`;
    return `{${this.#value()}}`;
  }

  /** A variable, path or literal. */
  #value(): string {
    const plain = [
      "$s",
      "$t",
      "$n",
      "$m",
      "$p",
      "$b",
      "$c.name",
      "$c.addr.zip",
      "$c.addr.no",
      "$c[$k]",
      "$c.$k",
      "$list.0",
      "$list[1]",
      "$rows.0.name",
      "$rows[1].price",
      "$rows[0].tags.0",
      "$missing",
      "$c.nope",
      "$map.b",
      "$rows[$q].name",
      "$rows[$rows[0].qty].name",
      "$list[$p]",
      "$c['addr']['zip']",
      "$c.addr['no']",
      "$s.0",
      "$c.name[0]",
      "$smarty.ldelim",
      "$map[$k]",
      "$list",
      "$map",
      "$nums.0",
      "$u",
    ];
    if (this.#items.length > 0 && this.#random.chance(0.5)) {
      const item = this.#random.pick(this.#items);
      return this.#random.pick([
        `$${item}`,
        `$${item}.name`,
        `$${item}.price`,
        `$${item}.qty`,
        `$${item}@index`,
        `$${item}@iteration`,
        `$${item}@first`,
        `$${item}@last`,
        `$${item}@total`,
      ]);
    }
    if (this.#random.chance(0.15)) return this.#literal();
    return this.#random.pick(plain);
  }

  #literal(): string {
    return this.#random.pick([
      "'lit'",
      '"dq"',
      "5",
      "2.5",
      "'10'",
      "true",
      "false",
      "null",
      "0",
      "''",
      '"a\\nb"',
      "'it\\'s'",
      "[1,2,3]|@count",
      "'a,b,c'",
    ]);
  }

  #modified(value: string): string {
    let text = value;
    const count = this.#random.below(3);
    for (let index = 0; index < count; index++) text += value === "$u" ? this.#characterModifier() : this.#modifier();
    return text;
  }

  #characterModifier(): string {
    return this.#random.pick([
      "|upper",
      "|lower",
      "|capitalize",
      "|capitalize:true",
      "|truncate:5",
      "|truncate:8:'…':true",
      "|truncate:9:'..':false:true",
      "|count_words",
      "|count_characters",
      "|count_characters:true",
      "|spacify:'-'",
      "|replace:'a':'ä'",
      "|escape",
      "|escape:'htmlall'",
      "|escape:'hexentity'",
      "|escape:'decentity'",
      "|escape:'url'",
      "|escape:'nonstd'",
      "|wordwrap:6",
      "|wordwrap:4:'|':true",
      "|strip",
      "|cat:'é'",
      "|default:'x'",
      "|json_encode",
      "|urlencode",
      "|capitalize:true:true",
    ]);
  }

  #modifier(): string {
    const random = this.#random;
    const size = random.below(12);
    return random.pick([
      "|upper",
      "|lower",
      "|capitalize",
      "|capitalize:true",
      "|capitalize:false:true",
      "|ucfirst",
      "|lcfirst",
      "|ucwords",
      "|default:'none'",
      "|default:$s",
      "|default:'':'z'",
      "|cat:'z'",
      "|cat:$t",
      "|cat",
      "|replace:'a':'b'",
      "|replace:$s:$t",
      "|replace:' ':'_'",
      "|regex_replace:'/[aeiou]/':'*'",
      "|regex_replace:'/(\\w+) (\\w+)/':'$2 $1'",
      "|regex_replace:\"/\\s+/\":' '",
      "|regex_replace:'/^A/i':'<'",
      "|spacify",
      "|spacify:'^^'",
      "|strip",
      "|strip:'&nbsp;'",
      "|indent",
      "|indent:2",
      `|indent:${1 + random.below(3)}:'>'`,
      `|truncate:${size}`,
      `|truncate:${size}:''`,
      `|truncate:${size}:'--':true`,
      `|truncate:${size}:'..':true:true`,
      "|truncate",
      `|wordwrap:${1 + size}`,
      `|wordwrap:${1 + size}:'|'`,
      `|wordwrap:${1 + size}:"\\n":true`,
      `|substr:${random.below(5)}`,
      `|substr:-${1 + random.below(4)}`,
      `|substr:${random.below(4)}:${random.below(4)}`,
      `|substr:0:-${1 + random.below(3)}`,
      "|trim",
      "|ltrim",
      "|rtrim",
      "|trim:'a'",
      "|rtrim:'0'",
      "|strlen",
      `|str_repeat:${random.below(4)}`,
      `|str_pad:${size}`,
      `|str_pad:${size}:'*'`,
      `|str_pad:${size}:'-=':0`,
      `|str_pad:${size}:'-=':2`,
      "|strrev",
      "|count_characters",
      "|count_characters:true",
      "|count_words",
      "|count_sentences",
      "|count_paragraphs",
      "|escape",
      "|escape:'html'",
      "|escape:'url'",
      "|escape:'quotes'",
      "|escape:'javascript'",
      "|escape:'mail'",
      "|escape:'hex'",
      "|escape:'hexentity'",
      "|escape:'urlpathinfo'",
      "|escape:'htmlall'",
      "|unescape",
      "|nl2br",
      "|strip_tags",
      "|strip_tags:false",
      "|urlencode",
      "|json_encode",
      "|isset",
      "|empty",
      "|number_format",
      `|number_format:${random.below(5)}`,
      "|number_format:2:',':'.'",
      "|number_format:0:'':' '",
      "|string_format:'%d'",
      "|string_format:'%.2f'",
      "|string_format:'%05d'",
      "|string_format:'%s'",
      "|string_format:'%x'",
      "|string_format:'%8.3f'",
      "|string_format:'%-8s|'",
      "|string_format:'%+d'",
      "|string_format:'%e'",
      '|string_format:"%\'*10s"',
      "|string_format:'%b'",
      "|string_format:'%o'",
      "|string_format:'%5s'",
      "|string_format:'%c'",
      "|string_format:'%u'",
      "|string_format:'%G'",
      "|round",
      "|round:1",
      "|round:-1",
      "|round:2",
      "|ceil",
      "|floor",
      "|abs",
      "|intval",
      "|floatval",
      "|count",
      "|@count",
      "|is_array",
      "|strpos:'a'",
      "|truncate:$p:'..'",
      "|truncate:-1",
      "|default:$c.name",
      "|default:$missing:$list",
      "|cat:$rows[0].name",
      "|cat:$n|cat:$b",
      "|substr:$p",
      "|substr:-$p:2",
      "|round:-$p",
      "|replace:['a','e']:'*'",
      "|str_repeat:$p",
      "|wordwrap:$p:'<br>':true",
      "|indent:$p:$s",
      "|string_format:'[%s]'",
      '|string_format:"%\'010d"',
      "|string_format:'%5.1e'",
      "|string_format:'%X'",
      "|number_format:2:'':''",
      "|number_format:-1",
      "|truncate:1",
      "|truncate:3:'......'",
      "|in_array:$list",
      "|in_array:['a','10',0]",
      "|is_numeric",
      "|lower|capitalize",
      "|upper|escape|unescape",
      "|trim:'a..z'",
      "|regex_replace:'/(?<x>b)|\\d/':'[$0]'",
      "|regex_replace:['/a/','/b/']:['1','2']",
      "|count_words|number_format:1",
    ]);
  }

  #interpolated(): string {
    const part = () =>
      this.#random.pick([
        "$s",
        "`$c.name`",
        "{$t}",
        "text",
        " ",
        "`$n+1`",
        "{$n|number_format:2}",
        "\\n",
        '\\"',
        "$n",
        "`$rows.0.name`",
        "{if $b}y{else}n{/if}",
        "\\$x",
        "`$c[$k]`",
        "`$s|upper`",
        "`$rows.0.tags.0|default:'q'`",
        "{foreach $list as $z}{$z},{/foreach}",
        "{$n+1}",
        "`$nums[0]`",
        "\\x41",
        "\\101",
        "\\e",
        "\\q",
        "#",
        "`",
        "$",
        "$ 5",
        "{ x }",
        "{$c.addr.zip|upper}",
        "'",
      ]);
    const text = Array.from({ length: 1 + this.#random.below(4) }, part).join(this.#random.pick(["", " ", "-"]));
    return `"${text}"${this.#random.chance(0.3) ? this.#random.pick(["|upper", "|capitalize", "|truncate:7", "|cat:'z'", "|default:'q'", "|replace:' ':'_'", "|spacify", "|wordwrap:5"]) : ""}`;
  }

  #date(): string {
    const format = this.#random.chance(0.6)
      ? Array.from({ length: 1 + this.#random.below(3) }, () => this.#random.pick(STRFTIME)).join(
          this.#random.pick(["-", " ", "/"]),
        )
      : Array.from({ length: 1 + this.#random.below(3) }, () => this.#random.pick(PHP_LETTERS)).join(
          this.#random.pick(["-", " ", ":", ""]),
        );
    const source = this.#random.chance(0.7) ? "$d" : `"\`$d\` ${this.#random.pick(INTERVALS)}"`;
    if (this.data.d === "" && source !== "$d") return "$d|date_format";
    return this.#random.chance(0.1) ? `${source}|date_format` : `${source}|date_format:"${format}"`;
  }

  #arithmetic(depth: number): string {
    const random = this.#random;
    if (depth === 0 || random.chance(0.3)) {
      return random.pick([
        "$n",
        "$m",
        "$p",
        "5",
        "2",
        "1.5",
        "$c.addr.no",
        "$rows.0.price",
        "$nums.0",
        "$missing",
        "-3",
        "$q",
        "$n|abs",
        "10",
        "0.1",
      ]);
    }
    const operator = random.pick(["+", "-", "*", "+", "-", "*", "/", "%", " + ", " * "]);
    const right =
      operator === "/" || operator === "%"
        ? random.pick(["2", "4", "$p", "3", "0.5"].slice(0, operator === "%" ? 4 : 5))
        : this.#arithmetic(depth - 1);
    const text = `${this.#arithmetic(depth - 1)}${operator}${right.startsWith("-") ? `(${right})` : right}`;
    return random.chance(0.3) ? `(${text})` : text;
  }

  #call(): string {
    return this.#random.pick([
      "count($list)",
      "count($rows)",
      "strlen($s)",
      "round($n, 1)",
      "max($n, $m)",
      "min($n, $m)",
      "max($nums)",
      "implode(',', $list)",
      "join('-', $nums)",
      "substr($s, 1, 3)",
      "strtoupper($t)",
      "in_array('a', $list)",
      "isset($c.name)",
      "isset($missing)",
      "empty($e)",
      "empty($s)",
      "abs($n)",
      "str_replace('a', 'b', $s)",
      "number_format($n, 2)",
      "array_sum($nums)",
      "implode(',', array_reverse($list))",
      "implode(',', array_keys($map))",
      "implode(',', array_unique($list))",
      "implode(',', array_slice($nums, 1))",
      "implode(',', array_slice($nums, 0, 2))",
      "implode('|', explode(' ', $s))",
      "implode(',', range(1, $p))",
      "trim($t)",
      "ucwords($t)",
      "json_encode($rows)",
      "json_encode($c)",
      "implode(',', array_column($rows, 'name'))",
      "implode(',', array_merge($list, $nums))",
      "count(explode(',', 'a,b,c'))",
      "intval($s)",
      "floor($n)",
      "ceil($m)",
      "strpos($s, 'a')",
      "sizeof($map)",
      "implode(',', array_values($map))",
      "strrev($s)",
      "str_repeat('ab', $p)",
      "is_array($list)",
      "sprintf('%03d', $p)",
      "date('Y-m-d', 86400)",
      "json_encode($nums)",
    ]);
  }

  #condition(depth = 2): string {
    const random = this.#random;
    if (depth > 0 && random.chance(0.35)) {
      const joined = `${this.#condition(depth - 1)} ${random.pick(["and", "or", "&&", "||", "xor"])} ${this.#condition(depth - 1)}`;
      return random.chance(0.4) ? `(${joined})` : joined;
    }
    const roll = random.below(8);
    const left = random.pick([
      "$s",
      "$t",
      "$n",
      "$m",
      "$b",
      "$missing",
      "$c.name",
      "$p",
      "$q",
      "$list",
      "$e",
      "$nums.0",
      "$c.addr.zip",
      "$s|upper",
      "$map",
      "$nums",
      "[1,2]",
      "$c.addr",
      "$n|string_format:'%.1f'",
      "$list|@count",
      "count($rows)",
    ]);
    if (roll === 0) return left;
    if (roll === 1) return `!${random.pick(["$b", "$missing", "$s", "$n", "$e"])}`;
    if (roll === 2)
      return `${random.pick(["$p", "$q", "$n", "4", "7"])} is ${random.pick(["even", "odd", "not even", "not odd", "div by 2", "not div by 3", "even by 2", "odd by 2"])}`;
    if (roll === 3) return `isset(${random.pick(["$s", "$missing", "$c.name", "$c.zip", "$b"])})`;
    if (roll === 4) return `not ${random.pick(["$b", "$missing", "$n", "$e"])}`;
    const right = random.pick([
      "$t",
      "$m",
      "0",
      "1",
      "10",
      "''",
      "'abc'",
      "'10'",
      "null",
      "true",
      "false",
      "$n",
      "'1'",
      "1.5",
      "'ABC'",
      "'0'",
      "-1",
    ]);
    return `${left} ${random.pick(["==", "!=", "<", ">", "<=", ">=", "eq", "ne", "neq", "gt", "lt", "ge", "le", "gte", "lte", "===", "!=="])} ${right}`;
  }

  #ifBlock(depth: number): string {
    let text = `{if ${this.#condition()}}${this.body(depth - 1)}`;
    if (this.#random.chance(0.3))
      text += `{${this.#random.pick(["elseif", "else if"])} ${this.#condition()}}${this.body(depth - 1)}`;
    if (this.#random.chance(0.5)) text += `{else}${this.body(depth - 1)}`;
    return `${text}{/if}`;
  }

  #foreach(depth: number): string {
    const item = `i${this.#number}${this.#unique++}`;
    const from = this.#random.pick([
      "$rows",
      "$list",
      "$nums",
      "$map",
      "$e",
      "$missing",
      "$c.tags",
      "$s",
      "$c",
      "[1,2,3]",
      "['a','b']",
      "$n",
      "$rows",
    ]);
    const inside = (): string => {
      this.#items.push(item);
      const jump = this.#random.chance(0.15)
        ? `{if $${item}@iteration == 2}{${this.#random.pick(["break", "continue"])}}{/if}`
        : "";
      const text = jump + this.body(depth - 1);
      this.#items.pop();
      return text;
    };
    const roll = this.#random.below(4);
    const name = `f${this.#number}${this.#unique++}`;
    const otherwise = this.#random.chance(0.3) ? `{foreachelse}${this.#random.pick(["none", "-"])}` : "";
    if (roll === 0) return `{foreach from=${from} item=${item}}${inside()}${otherwise}{/foreach}`;
    if (roll === 1)
      return `{foreach from=${from} item=${item} key=k${item} name=${name}}{$smarty.foreach.${name}.${this.#random.pick(["iteration", "index", "first", "last", "total"])}}{$k${item}}${inside()}${otherwise}{/foreach}`;
    if (roll === 2) return `{foreach ${from} as $k${item} => $${item}}{$k${item}}${inside()}${otherwise}{/foreach}`;
    return `{foreach ${from} as $${item}}${inside()}${otherwise}{/foreach}`;
  }

  #section(depth: number): string {
    const name = `s${this.#number}${this.#unique++}`;
    const random = this.#random;
    const attributes = [
      random.chance(0.3) ? ` start=${random.pick([0, 1, 2, -1, -2])}` : "",
      random.chance(0.3) ? ` step=${random.pick([1, 2, -1, -2])}` : "",
      random.chance(0.3) ? ` max=${random.pick([1, 2, 0, -1])}` : "",
      random.chance(0.1) ? ` show=${random.pick(["true", "false", "$b"])}` : "",
    ].join("");
    const property = random.pick([
      "index",
      "iteration",
      "rownum",
      "first",
      "last",
      "total",
      "index_prev",
      "index_next",
      "loop",
    ]);
    const otherwise = random.chance(0.3) ? "{sectionelse}none" : "";
    const inner = random.chance(0.3) && depth > 1 ? this.body(depth - 2) : "";
    return `{section name=${name} loop=${random.pick(["$rows", "$list", "$p", "3", "$e", "$missing"])}${attributes}}{$rows[${name}].name}{$list[${name}]}{$smarty.section.${name}.${property}};${inner}${otherwise}{/section}`;
  }

  #forLoop(depth: number): string {
    const variable = `v${this.#number}${this.#unique++}`;
    const random = this.#random;
    const range = random.pick([
      "1 to 3",
      "3 to 1 step -1",
      "0 to $p",
      "1 to 0",
      "2 to 10 step 3",
      "$p to 5",
      "1 to 5 max=2",
      "0 to 1 step 0.5",
    ]);
    const otherwise = random.chance(0.3) ? "{forelse}none" : "";
    return `{for $${variable}=${range}}{$${variable}}${depth > 1 && random.chance(0.4) ? this.body(depth - 2) : ","}${otherwise}{/for}`;
  }

  #capture(depth: number): string {
    const name = `c${this.#number}${this.#unique++}`;
    const inner = this.body(depth - 1);
    return this.#random.pick([
      `{capture name=${name}}${inner}{/capture}[{$smarty.capture.${name}}]`,
      `{capture assign=${name}}${inner}{/capture}[{$${name}|upper}]`,
      `{capture name="${name}" assign="${name}x"}${inner}{/capture}{$smarty.capture.${name}|count_characters}{$${name}x}`,
      `{capture append=${name}}${inner}{/capture}{capture append=${name}}2{/capture}{$${name}|@count}{$${name}.0}`,
    ]);
  }

  #assign(): string {
    const name = `a${this.#number}${this.#unique++}`;
    const value = this.#random.pick([
      this.#arithmetic(1),
      this.#value(),
      this.#interpolated(),
      "[1,2,3]",
      "['x'=>1,'y'=>2]",
    ]);
    return this.#random.pick([
      `{assign var=${name} value=${value}}{$${name}}`,
      `{assign "${name}" ${/^[a-z-]/.test(value) ? `(${value})` : value}}\n{$${name}}`,
      `{$${name}=${value}}{$${name}}`,
      `{$${name} = ${value}}\n{if $${name}}t{/if}`,
      `{$${name}.x=${value}}{$${name}.x}{$${name}|@count}`,
      `{append var=${name} value=${value}}{append var=${name} value='z'}{$${name}|@count}{$${name}.1}`,
      `{append var=${name} value=${value} index='q'}{$${name}.q}`,
      `{$${name}=[]}{$${name}[]=1}{$${name}[]=$n}{$${name}[1]}`,
    ]);
  }

  #functionTag(): string {
    const name = `n${this.#number}${this.#unique++}`;
    return this.#random.pick([
      `{counter name=${name} start=${this.#random.below(5)} skip=2}{counter name=${name}}`,
      `{counter name=${name} start=3 direction=down}{counter name=${name}}\n`,
      `{counter name=${name} assign=${name}}{$${name}}{counter name=${name}}{$${name}}`,
      `{counter name=${name} print=false}{counter name=${name}}`,
      `{cycle name=${name} values="a,b,c"}{cycle name=${name}}{cycle name=${name} reset=true}`,
      `{cycle name=${name} values=$list|default:'x' assign=${name}}{$${name}}`,
      `{cycle name=${name} values="1|2" delimiter="|" advance=false}{cycle name=${name}}`,
      `{math equation="x + y * 2" x=$n y=$m}`,
      `{math equation="(a - b) / c" a=$n b=2 c=$p format="%.3f"}`,
      `{math equation="max(x, y) + sqrt(4)" x=$n y=3 assign=${name}}{$${name}}`,
      `{math equation="pow(x, 2) % 7" x=$p}`,
      `{math equation="round(x, 2) * abs(y)" x=$n y=$m}\n`,
      "{ldelim}{rdelim}\n",
    ]);
  }

  /** {strip} does not nest in Smarty: the first {/strip} ends it. */
  #strip(depth: number): string {
    this.#inStrip = true;
    const pieces = Array.from(
      { length: 1 + this.#random.below(3) },
      () =>
        `${this.#random.pick(["\n  ", " ", "\n", "  \n\t"])}${this.#random.pick(["<p>", "text", "<a  href='x'>", this.#output(), "a  b", "</p>", "<td> </td>"])}`,
    );
    const inner = depth > 1 ? this.#foreach(1) : "";
    this.#inStrip = false;
    return `{strip}${pieces.join("")}${inner}\n  {/strip}`;
  }
}
