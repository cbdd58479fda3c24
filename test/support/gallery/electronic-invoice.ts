import { wordFile, wordParagraph, wordTable } from "./word.ts";

/** An invoice from the record that its e-invoice is made from (docs/e-invoices.md). */
export function electronicInvoice(): Uint8Array {
  return wordFile(
    [
      wordParagraph("{$invoice.seller.name}", "Quiet"),
      wordParagraph("Invoice {$invoice.number}", "Title"),
      wordParagraph(
        "{$invoice.issue_date|date_format:'%B %e, %Y'}, delivered {$invoice.delivery_date|date_format:'%B %e, %Y'}, your order {$invoice.order_reference}",
        "Quiet",
      ),
      wordParagraph(
        "**{$invoice.buyer.name}**, {$invoice.buyer.address.line1}, {$invoice.buyer.address.post_code} {$invoice.buyer.address.city}",
      ),
      wordParagraph("What you got", "Heading1"),
      wordTable(
        [3500, 1300, 1500, 1070, 1700],
        [
          ["What", ">Quantity", ">Price", ">VAT", ">Amount"],
          [
            "{tablerow from=$invoice.lines item=line}{$line.name}",
            ">{$line.quantity}{if $line.unit == 'HUR'} h{/if}",
            ">{$line.net_price|number_format:2}",
            ">{$line.vat_rate} %",
            ">{$line.net_amount|number_format:2}{/tablerow}",
          ],
        ],
      ),
      wordParagraph("What it makes", "Heading1"),
      wordTable(
        [3500, 2800, 2770],
        [
          ["VAT", ">Of", ">Amount"],
          [
            "{tablerow from=$invoice.vat_breakdown item=tax}{$tax.rate} %",
            ">{$tax.base|number_format:2}",
            ">{$tax.amount|number_format:2}{/tablerow}",
          ],
        ],
      ),
      wordParagraph("Net {$invoice.totals.net|number_format:2}, VAT {$invoice.totals.vat|number_format:2}", "Total"),
      wordParagraph("Due {$invoice.currency} {$invoice.totals.due|number_format:2}", "Total"),
      wordParagraph(
        "Please transfer the amount by {$invoice.due_date|date_format:'%B %e, %Y'} to **{$invoice.payment_means.0.iban}** and name {$invoice.payment_reference}. This PDF carries the same invoice for machines.",
      ),
    ].join(""),
    "{$invoice.seller.name}, VAT {$invoice.seller.vat_id}",
  );
}
