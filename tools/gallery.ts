// Writes the Office and PDF templates of the gallery into console/gallery; the html ones are written by hand.
import fs from "node:fs";
import path from "node:path";
import { certificateSlide } from "../test/support/gallery/certificate-slide.ts";
import { electronicInvoice } from "../test/support/gallery/electronic-invoice.ts";
import { excelReport } from "../test/support/gallery/excel-report.ts";
import { productDeck } from "../test/support/gallery/product-deck.ts";
import { wordFile, wordParagraph, wordTable } from "../test/support/gallery/word.ts";
import { wordLabels } from "../test/support/gallery/word-labels.ts";
import { registrationForm } from "./registration-form.ts";

const folder = path.resolve(import.meta.dirname, "../console/gallery");

const offer = wordFile(
  [
    wordParagraph("{$Seller.Name}", "Quiet"),
    wordParagraph("Offer {$Number}", "Title"),
    wordParagraph(
      "{$Date|date_format:'%B %e, %Y'}, valid until {$Date|date_add:'30 days'|date_format:'%B %e, %Y'}",
      "Quiet",
    ),
    wordParagraph("Dear {$Customer.Name},"),
    wordParagraph("thank you for asking us. For **{$Subject}** we offer you:"),
    wordTable(
      [3600, 1500, 1900, 2070],
      [
        ["What", ">Quantity", ">Price", ">Amount"],
        [
          "{tablerow from=$Items item=item}{$item.name}",
          ">{$item.quantity} {$item.unit}",
          ">{$item.price|number_format:2}",
          ">{($item.quantity * $item.price)|number_format:2}{/tablerow}",
        ],
      ],
    ),
    wordParagraph("Total {$Currency} {$Total|number_format:2}", "Total"),
    wordParagraph("{if $Discount}"),
    wordParagraph("For an order until the offer ends we give a discount of **{$Discount} %**."),
    wordParagraph("{/if}"),
    wordParagraph("What happens next", "Heading1"),
    wordParagraph("{foreach $Steps as $step}"),
    wordParagraph("{$step@iteration}.  {$step}", "Normal", '<w:ind w:left="360" w:hanging="360"/>'),
    wordParagraph("{/foreach}"),
    wordParagraph("We look forward to working with you."),
    wordParagraph("{$Seller.Signatory}"),
  ].join(""),
  "{$Seller.Name}, {$Seller.Address}",
);

const contract = wordFile(
  [
    wordParagraph("Service contract", "Title"),
    wordParagraph(
      "between **{$Client.Name}**, {$Client.Address} (client), and **{$Provider.Name}**, {$Provider.Address} (provider)",
    ),
    wordParagraph("1  What is done", "Heading1"),
    wordParagraph("The provider does the following from {$Start|date_format:'%B %e, %Y'} on: {$Services|join:'; '}."),
    wordParagraph("2  What it costs", "Heading1"),
    wordParagraph("{if $Fee.Kind == 'fixed'}"),
    wordParagraph(
      "The client pays a fixed fee of **{$Currency} {$Fee.Amount|number_format:2}** a month, in words: {$Fee.Amount|spell}.",
    ),
    wordParagraph("{else}"),
    wordParagraph(
      "The client pays **{$Currency} {$Fee.Amount|number_format:2}** for each hour. The provider sends a list of the hours each month.",
    ),
    wordParagraph("{/if}"),
    wordParagraph("3  How long it lasts", "Heading1"),
    wordParagraph("{if $Months}"),
    wordParagraph("The contract lasts {$Months} months and then ends by itself."),
    wordParagraph("{else}"),
    wordParagraph("The contract has no end. Either side may end it with a notice of three months."),
    wordParagraph("{/if}"),
    wordParagraph("{if $Confidential}"),
    wordParagraph("4  Confidentiality", "Heading1"),
    wordParagraph(
      "Both sides keep to themselves what they learn about each other, for {$ConfidentialYears|default:2} years after the contract has ended.",
    ),
    wordParagraph("{/if}"),
    wordParagraph(""),
    wordTable(
      [4535, 4535],
      [
        ["Client", "Provider"],
        ["{$Client.Signatory}", "{$Provider.Signatory}"],
      ],
    ),
  ].join(""),
  "Contract {$Number}",
);

const invoice = wordFile(
  [
    wordParagraph("{$Seller.Name}, {$Seller.Street}, {$Seller.City}", "Quiet"),
    wordParagraph("Invoice {$Number}", "Title"),
    wordParagraph("{$Date|date_format:'%B %e, %Y'}, due {$Date|date_add:'14 days'|date_format:'%B %e, %Y'}", "Quiet"),
    wordParagraph("**{$Customer.Name}**"),
    wordParagraph("{$Customer.Street}, {$Customer.City}"),
    wordTable(
      [3600, 1500, 1900, 2070],
      [
        ["What{$net = 0}", ">Quantity", ">Price", ">Amount"],
        [
          "{tablerow from=$Items item=item}{$item.name}{if $item.text}, {$item.text}{/if}",
          ">{$item.quantity}",
          ">{$item.price|number_format:2}",
          ">{($item.quantity * $item.price)|number_format:2}{$net = $net + $item.quantity * $item.price}{/tablerow}",
        ],
        ["Net", "", "", ">{$net|number_format:2}"],
        ["VAT {$VatPercent} %", "", "", ">{($net * $VatPercent / 100)|number_format:2}"],
      ],
    ),
    wordParagraph("Total {$Currency} {($net * (1 + $VatPercent / 100))|number_format:2}", "Total"),
    wordParagraph("{if $Paid}"),
    wordParagraph("Paid already, thank you."),
    wordParagraph("{else}"),
    wordParagraph("Please transfer the total within 14 days to **{$Seller.Account}** and name the number {$Number}."),
    wordParagraph("{/if}"),
  ].join(""),
  "{$Seller.Name}, {$Seller.City}",
);

const files: Readonly<Record<string, Uint8Array>> = {
  "invoice-word.docx": invoice,
  "labels-word.docx": wordLabels(),
  "certificate-slide.pptx": certificateSlide(),
  "offer.docx": offer,
  "contract.docx": contract,
  "e-invoice-word.docx": electronicInvoice(),
  "project-report.xlsx": excelReport(),
  "product-deck.pptx": productDeck(),
  "registration.pdf": await registrationForm(),
};
for (const [name, bytes] of Object.entries(files)) {
  fs.writeFileSync(path.join(folder, name), bytes);
  console.log(`console/gallery/${name}: ${bytes.byteLength} bytes`);
}
