/** A modifier as the editor offers it. */
export interface OfferedModifier {
  name: string;
  /** How it is written after a value. */
  usage: string;
  /** Its arguments with their defaults, as the page of the language lists them; empty if it takes none. */
  parameters: string;
  help: string;
}

const modifier = (usage: string, help: string, parameters = ""): OfferedModifier => ({
  name: /^\w+/.exec(usage)?.[0] ?? usage,
  usage,
  parameters,
  help,
});

/** Every modifier of the merge language, in the words of somebody who writes templates. */
export const MODIFIERS: readonly OfferedModifier[] = [
  modifier('default:"text"', "Prints the text when the field is missing or empty.", 'text = "", …'),
  modifier(
    'date_format:"%d.%m.%Y"',
    "A date in the given form. %d day, %m month, %Y year, %B month's name, %H:%M time.",
    'format = "%b %e, %Y", fallback = nothing',
  ),
  modifier(
    "date:long",
    "A date as the document's language writes it: short, medium, long or full.",
    "style = \"medium\", locale = the document's, zone = the document's",
  ),
  modifier('date_add:"30 days"', "A later or earlier date, for example the day a payment is due.", "interval"),
  modifier(
    "currency:EUR",
    "An amount of money as the document's language writes it.",
    "currency = the document's, locale = the document's, decimals = the currency's",
  ),
  modifier(
    "number:2",
    "A number as the document's language writes it, with the given number of decimals.",
    "decimals = as many as it has, locale = the document's",
  ),
  modifier(
    'number_format:2:".":","',
    "A number with decimals, decimal sign and thousands sign.",
    'decimals = 0, point = ".", thousands = ","',
  ),
  modifier("percent:1", "A share as a percentage: 0.25 becomes 25 %.", "decimals = 0, locale = the document's"),
  modifier("spell", "An amount in words.", "currency = none, locale = the document's"),
  modifier("ordinal", "1 becomes 1st.", 'locale = the document\'s, style = "digits"'),
  modifier("round:2", "Rounded to the given number of decimals.", "decimals = 0"),
  modifier("ceil", "Rounded up to a whole number."),
  modifier("floor", "Rounded down to a whole number."),
  modifier("abs", "Without its sign."),
  modifier("intval", "As a whole number."),
  modifier("floatval", "As a number."),
  modifier("min", "The smallest of a list.", "other value = none, …"),
  modifier("max", "The largest of a list.", "other value = none, …"),
  modifier('string_format:"%05d"', "A value in a printf format.", "format"),
  modifier('sprintf:"%05d"', "A value in a printf format.", "value = none, …"),
  modifier("upper", "In capital letters."),
  modifier("lower", "In small letters."),
  modifier("capitalize", "Each Word Begins With A Capital.", "digits = false, rest = false"),
  modifier("ucfirst", "The first letter as a capital."),
  modifier("lcfirst", "The first letter in lower case."),
  modifier("ucwords", "Each Word Begins With A Capital."),
  modifier("strtoupper", "In capital letters."),
  modifier("strtolower", "In small letters."),
  modifier('yesno:"yes":"no"', "One text for true, another for false.", 'yes = "Yes", no = "No"'),
  modifier("phone", "A North American telephone number in its usual form: (415) 555-1234."),
  modifier("mask:4", "All but the last characters replaced by stars.", 'visible = 4, cover = "*"'),
  modifier('cat:" text"', "Adds a text at the end.", "text = none, …"),
  modifier('replace:"old":"new"', "Replaces a text by another.", "search, replacement"),
  modifier('str_replace:"new"', "Replaces a text by another, arguments in PHP's order.", "replacement, subject"),
  modifier('regex_replace:"/[0-9]+/":"#"', "Replaces what a pattern matches.", "pattern, replacement, limit = all"),
  modifier("strip", "Runs of spaces and line breaks become one space each.", 'filler = " "'),
  modifier("spacify", "A space between all characters.", 'filler = " "'),
  modifier("indent:4", "Each line begins with the given number of spaces.", 'count = 4, filler = " "'),
  modifier("trim", "Without spaces at both ends.", "characters = blanks"),
  modifier("ltrim", "Without spaces at the beginning.", "characters = blanks"),
  modifier("rtrim", "Without spaces at the end.", "characters = blanks"),
  modifier("substr:0:10", "A part of the text: from where, how many characters.", "start, length = to the end"),
  modifier(
    'truncate:80:"…"',
    "At most the given number of characters, with a mark where it was cut.",
    'length = 80, ending = "...", breaks words = false, in the middle = false',
  ),
  modifier(
    "wordwrap:70",
    "Line breaks after the given number of characters.",
    "length = 80, line end = a line break, cuts words = false",
  ),
  modifier("str_repeat:3", "The text several times.", "count"),
  modifier('str_pad:10:"0"', "Filled up to the given number of characters.", 'length, filler = " ", side = "right"'),
  modifier("strrev", "Backwards."),
  modifier('strpos:"text"', "Where a text begins in it, counted from 0.", "text, offset = 0"),
  modifier('contains:"text"', "Whether a text is in it.", "text or entry"),
  modifier("strlen", "How many characters it has."),
  modifier("count_characters", "How many letters it has.", "with blanks = false"),
  modifier("count_words", "How many words it has."),
  modifier("count_sentences", "How many sentences it has."),
  modifier("count_paragraphs", "How many paragraphs it has."),
  modifier(
    "escape",
    "Safe within HTML. HTML templates do that automatically.",
    'kind = "html", character set = ignored, twice = true',
  ),
  modifier("htmlspecialchars", "Safe within HTML. HTML templates do that automatically."),
  modifier("unescape", "HTML entities become characters again.", 'kind = "html"'),
  modifier("raw", "As it is, without escaping: only for HTML that you trust."),
  modifier("html", "Text with formatting: bold, lists and tables become real ones."),
  modifier("nl2br", "Line breaks become HTML line breaks.", "xhtml = true"),
  modifier("strip_tags", "Without HTML tags.", "blanks = true"),
  modifier("urlencode", "Safe within a web address."),
  modifier("rawurlencode", "Safe within a web address, a space becomes %20."),
  modifier("json_encode", "As JSON.", "flags = 0"),
  modifier("json_decode", "JSON text as data."),
  modifier("strtotime", "A date as a number of seconds."),
  modifier("time", "The current time as a number of seconds."),
  modifier("count", "How many entries a list has."),
  modifier("sizeof", "How many entries a list has."),
  modifier('join:", "', "The entries of a list as one text.", 'separator = ""'),
  modifier('implode:", "', "The entries of a list as one text.", 'separator = ""'),
  modifier('explode:","', "A text cut into a list.", "text, limit = all"),
  modifier('split:","', "A text cut into a list.", 'separator = ""'),
  modifier('sum:"price"', "The sum of a list, or of one member of its entries.", "member = the entry itself"),
  modifier('avg:"price"', "The average of a list, or of one member of its entries.", "member = the entry itself"),
  modifier(
    'sort:"name"',
    "A list in order, by a member of its entries; desc for the reverse.",
    'member = the entry itself, direction = "asc"',
  ),
  modifier('where:"status":"open"', "The entries of a list that have this value.", "member, value = anything true"),
  modifier('group_by:"city"', "A list in groups of the same value.", "member"),
  modifier('pluck:"name"', "One member of each entry.", "member"),
  modifier("first", "The first entry of a list."),
  modifier("last", "The last entry of a list."),
  modifier("limit:5", "At most the given number of entries.", "count, offset = 0"),
  modifier("unique", "A list without repetitions.", "member = the entry itself"),
  modifier("reverse", "A list backwards."),
  modifier("keys", "The names of an object's members."),
  modifier("range:1:5", "A list of numbers.", "last, step = 1"),
  modifier("array_sum", "The sum of a list."),
  modifier("array_keys", "The names of an object's members."),
  modifier("array_values", "An object's values as a list."),
  modifier("array_reverse", "A list backwards.", "keeps keys = false"),
  modifier("array_unique", "A list without repetitions."),
  modifier("array_slice:0:5", "A part of a list.", "offset, length = to the end, keeps keys = false"),
  modifier('array_column:"name"', "One member of each entry.", "member, index = none"),
  modifier("array_merge", "Two lists as one.", "list = none, …"),
  modifier('array_key_exists:"name"', "Whether an object has this member.", "list"),
  modifier("in_array", "Whether a list has this entry.", "list"),
  modifier("isset", "Whether the field is there."),
  modifier("empty", "Whether the field is missing or empty."),
  modifier("is_array", "Whether it is a list or an object."),
  modifier("is_numeric", "Whether it is a number."),
  modifier("is_string", "Whether it is a text."),
  modifier("noprint", "Prints nothing."),
];

/** A tag as the editor offers it; `${...}` are placeholders to fill in. */
export interface OfferedBlock {
  name: string;
  template: string;
  help: string;
}

export const BLOCKS: readonly OfferedBlock[] = [
  { name: "if", template: "if ${$Field}}\n${}\n{/if}", help: "Shows a part only when a condition holds." },
  {
    name: "foreach",
    template: "foreach ${$Items} as ${$item}}\n${}\n{/foreach}",
    help: "Repeats a part for each entry of a list.",
  },
  {
    name: "tablerow",
    template: "tablerow from=${$Items} item=${item}}${}{/tablerow}",
    help: "Repeats the table row that holds it.",
  },
  { name: "else", template: "else}", help: "What is shown if no condition holds." },
  { name: "elseif", template: "elseif ${$Field}}", help: "Another condition, if those before do not hold." },
  { name: "for", template: "for ${$i} = 1 to ${10}}\n${}\n{/for}", help: "Repeats a part a number of times." },
  {
    name: "capture",
    template: 'capture name="${name}"}\n${}\n{/capture}',
    help: "Captures a part to print it elsewhere.",
  },
  { name: "strip", template: "strip}\n${}\n{/strip}", help: "Removes line breaks and spaces between tags." },
  { name: "assign", template: 'assign var="${name}" value=${value}}', help: "Gives a value a name." },
  { name: "image", template: "image src=${$Logo} width=${120}}", help: "An image: data or an address." },
  { name: "qrcode", template: "qrcode value=${$Link} width=${80}}", help: "A QR code." },
  { name: "barcode", template: 'barcode value=${$Number} type="${code128}"}', help: "A barcode." },
  { name: "checkbox", template: "checkbox ${$Accepted}}", help: "A box that is ticked when the value is true." },
  { name: "pagebreak", template: "pagebreak}", help: "A new page." },
  { name: "link", template: 'link url=${$Url} text="${text}"}', help: "A link." },
  { name: "literal", template: "literal}\n${}\n{/literal}", help: "Text that is not read as tags." },
];

/**
 * A tag by the language's grammar: a brace counts as one only before what can begin a tag, so that the braces of styles and
 * scripts stay text.
 */
export const MERGE_TAG =
  /\{\*[\s\S]*?\*\}|\{(?=[$*"'([!]|\/?(?:if|elseif|else|foreach|foreachelse|tablerow|section|sectionelse|for|while|capture|strip|html|slide|sheet|column|literal|assign|append|image|qrcode|barcode|checkbox|pagebreak|link|ldelim|rdelim|break|continue)\b)[^{}]*\}/g;
