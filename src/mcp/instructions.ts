/** What an agent needs to know before it calls the first tool. */
export const INSTRUCTIONS = `Docloom fills documents: a template and data become a PDF, Word, Excel or PowerPoint file.

The way to a new document: save_document (it is kept in test mode) -> test_merge with sample data, and look at the pictures
-> save_document again until it is right -> publish_document -> merge_document.
A published document is changed in the same way: save_document keeps its new template as a draft, test_merge shows the draft,
publish_document runs the document's tests (settings.tests: name, data, text, pages) and puts it in place.
Tools that change or send anything first say what they would do; they do it with confirm: true. test_merge never sends
anything and marks its pages as a sample.

The template language, in html as in Office files:
{$Name} a field; {$Customer.city} a member; {$Items[0].price} an item
{$Price|number_format:2} a modifier; others: date_format:"%B %e, %Y", upper, default:"none", escape, nl2br, truncate:40
{if $Total > 100}...{elseif $Total}...{else}...{/if}
{foreach $Items as $item}{$item.name} {$item@iteration}{foreachelse}none{/foreach}
{assign var=sum value=$a+$b}, {literal}...{/literal} for text with braces, {* a comment *}
Fields in html are escaped; CSS with a space or line break after its { needs nothing.
In Word and PowerPoint a table row that holds {foreach}...{/foreach} repeats; in Excel likewise, formulas follow.
Page size: size_width and size_height in inches; margins, landscape, header, footer, locale, timezone, currency in settings.
Html with scripts (charts) is printed when the page has come to rest; settings.wait says otherwise: "1500" (milliseconds),
"expression: window.ready", "event: ready". Without a size @page rules decide; size_height "auto" is as high as the content;
settings.fit "shrink" or "wrap" for what is too wide.
output_name is the result's file name and takes fields: "Invoice {$Number}".`;
