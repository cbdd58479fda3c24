import { Alert, Table, Text, Title } from "@mantine/core";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { amountIn, linesOfAddress, numberedLines, paymentSentences, type ReadInvoiceFacts } from "./invoice-facts.ts";
import classes from "./tools.module.css";

/** An e-invoice as a person reads it: who, what, how much, how it is paid, and what is wrong with it. */
export function InvoiceView({ facts }: { facts: ReadInvoiceFacts }) {
  const { invoice, problems } = facts;
  const currency = invoice.currency ?? "";
  const errors = problems.filter(({ severity }) => severity === "error");
  const advice = problems.filter(({ severity }) => severity === "warning");
  const kind = `${facts.profile ?? facts.guideline ?? "No specification"}, ${facts.syntax.toUpperCase()}`;
  const totals = [
    ["Lines", invoice.totals?.lines],
    ["Allowances", invoice.totals?.allowances],
    ["Charges", invoice.totals?.charges],
    ["Without VAT", invoice.totals?.net],
    ["VAT", invoice.totals?.vat],
    ["With VAT", invoice.totals?.gross],
    ["Paid already", invoice.totals?.paid],
    ["Rounding", invoice.totals?.rounding],
    ["To be paid", invoice.totals?.due],
  ].filter((total): total is [string, string] => total[1] !== undefined);
  return (
    <article className={classes.invoice} aria-label={`Invoice ${invoice.number ?? ""}`}>
      <Title order={3}>Invoice {invoice.number ?? "without number"}</Title>
      <Text size="sm" className="quiet">
        {[invoice.issue_date && `of ${invoice.issue_date}`, kind].filter(Boolean).join(" · ")}
      </Text>
      <Alert
        color={facts.valid ? "green" : "red"}
        variant="light"
        icon={facts.valid ? <CircleCheck size={18} /> : <TriangleAlert size={18} />}
        title={facts.valid ? "It keeps the rules of its specification." : `It breaks ${errors.length} rules.`}
      >
        <Findings problems={errors} />
      </Alert>
      {advice.length > 0 && (
        <Alert color="yellow" variant="light" title="What its rules advise against">
          <Findings problems={advice} />
        </Alert>
      )}
      <div className={classes.parties}>
        <Party title="From" party={invoice.seller} />
        <Party title="To" party={invoice.buyer} />
        <Party title="Paid to" party={invoice.payee} />
        <Party title="Delivered to" party={invoice.deliver_to} />
      </div>
      {invoice.lines && (
        <Table aria-label="Lines" withTableBorder>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Item</Table.Th>
              <Table.Th ta="right">Quantity</Table.Th>
              <Table.Th ta="right">Price</Table.Th>
              <Table.Th ta="right">VAT</Table.Th>
              <Table.Th ta="right">Amount</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {numberedLines(invoice.lines).map(({ number, line }) => (
              <Table.Tr key={number}>
                <Table.Td>
                  {line.name}
                  {line.description && (
                    <Text size="xs" className="quiet">
                      {line.description}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td ta="right">{[line.quantity, line.unit].filter(Boolean).join(" ")}</Table.Td>
                <Table.Td ta="right">{line.net_price}</Table.Td>
                <Table.Td ta="right">{line.vat_rate === undefined ? line.vat_category : `${line.vat_rate} %`}</Table.Td>
                <Table.Td ta="right">{line.net_amount}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <dl className={classes.facts} aria-label="Totals">
        {totals.map(([name, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="numbers">{amountIn(amount, currency)}</dd>
          </div>
        ))}
      </dl>
      {paymentSentences(invoice).map((sentence) => (
        <Text key={sentence} size="sm">
          {sentence}
        </Text>
      ))}
    </article>
  );
}

function Findings({ problems }: { problems: ReadInvoiceFacts["problems"] }) {
  if (problems.length === 0) return null;
  return (
    <ul>
      {problems.map(({ rule, pointer, message }) => (
        <li key={`${rule} ${pointer}`}>{message}</li>
      ))}
    </ul>
  );
}

function Party({ title, party }: { title: string; party: ReadInvoiceFacts["invoice"]["seller"] }) {
  if (!party) return null;
  return (
    <section aria-label={title}>
      <Text size="xs" className="quiet">
        {title}
      </Text>
      <Text fw={600}>{party.name}</Text>
      {linesOfAddress(party).map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
    </section>
  );
}
