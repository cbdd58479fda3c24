/** What a new html document starts with: small enough to be overwritten, and it shows how fields and lists are written. */
export const FIRST_HTML = `<style>
  body { font: 12pt/1.5 Arimo, Arial, sans-serif; color: #1c2330; }
  h1 { font-size: 22pt; }
  table { width: 100%; border-collapse: collapse; margin-top: 18pt; }
  th, td { text-align: left; padding: 6pt 0; border-bottom: 0.5pt solid #c9ced6; }
  .amount { text-align: right; }
</style>

<h1>Dear {$Name|default:"reader"},</h1>
<p>this is the place for your text.</p>

{if $Items}
<table>
  <tr><th>What</th><th class="amount">Price</th></tr>
  {foreach $Items as $item}
  <tr><td>{$item.name}</td><td class="amount">{$item.price|number_format:2}</td></tr>
  {/foreach}
</table>
{/if}
`;
