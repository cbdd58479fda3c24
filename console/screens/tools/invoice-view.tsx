import { Alert, Table, Text, Title } from "@mantine/core";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { counted } from "../../parts/counted.ts";
import {
  linesOfAddress,
  type NamedFact,
  notesOf,
  numberedLines,
  paymentSentences,
  type ReadInvoiceFacts,
  references,
  totalsOf,
} from "./invoice-facts.ts";
import { amountIn, kindOfInvoice, nameOfProfile } from "./invoice-words.ts";
import classes from "./tools.module.css";

/** An e-invoice as a person reads it: who, what, how much, how it is paid, and what is wrong with it. */
export function InvoiceView({ facts }: { facts: ReadInvoiceFacts }) {
  const { invoice, problems } = facts;
  const errors = problems.filter(({ severity }) => severity === "error");
  const advice = problems.filter(({ severity }) => severity === "warning");
  const profile = facts.profile ? nameOfProfile(facts.profile) : (facts.guideline ?? "No specification");
  const title = `${kindOfInvoice(invoice.type_code)} ${invoice.number ?? "without number"}`;
  return (
    <article className={classes.invoice} aria-label={title}>
      <Title order={3}>{title}</Title>
      <Text size="sm" className="quiet">
        {[invoice.issue_date && `of ${invoice.issue_date}`, profile, facts.syntax.toUpperCase()]
          .filter(Boolean)
          .join(" · ")}
      </Text>
      <Alert
        color={facts.valid ? "green" : "red"}
        variant="light"
        icon={facts.valid ? <CircleCheck size={18} /> : <TriangleAlert size={18} />}
        title={facts.valid ? "Valid: it follows the rules of its specification." : broken(errors.length)}
      >
        <Findings problems={errors} />
      </Alert>
      {advice.length > 0 && (
        <Alert color="yellow" variant="light" title="Warnings">
          <Findings problems={advice} />
        </Alert>
      )}
      <div className={classes.parties}>
        <Party title="From" party={invoice.seller} />
        <Party title="To" party={invoice.buyer} />
        <Party title="Paid to" party={invoice.payee} />
        <Party title="Delivered to" party={invoice.deliver_to} />
      </div>
      <FactList label="References" facts={references(invoice)} />
      {notesOf(invoice).map((note) => (
        <Text key={note} size="sm" className={classes.note}>
          {note}
        </Text>
      ))}
      {invoice.lines && (
        <Table aria-label="Lines" withTableBorder verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Item</Table.Th>
              <Table.Th ta="right">Amount</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {numberedLines(invoice.lines).map(({ number, line, reckoned }) => (
              <Table.Tr key={number}>
                <Table.Td>
                  {line.name}
                  {[line.description, line.note].filter(Boolean).map((text) => (
                    <Text key={text} size="xs" className={`quiet ${classes.note}`}>
                      {text}
                    </Text>
                  ))}
                  <Text size="xs">{reckoned}</Text>
                </Table.Td>
                <Table.Td className={classes.amount}>{amountIn(line.net_amount ?? "")}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <FactList label="Totals" facts={totalsOf(invoice)} amounts />
      {paymentSentences(invoice).map((sentence) => (
        <Text key={sentence} size="sm" className={classes.note}>
          {sentence}
        </Text>
      ))}
    </article>
  );
}

const broken = (rules: number) => `Invalid: it breaks ${counted(rules, "rule")}.`;

function FactList({ label, facts, amounts }: { label: string; facts: readonly NamedFact[]; amounts?: boolean }) {
  if (facts.length === 0) return null;
  return (
    <dl className={`${classes.facts} ${amounts ? classes.amounts : ""}`} aria-label={label}>
      {facts.map(([name, fact]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={amounts ? "numbers" : undefined}>{fact}</dd>
        </div>
      ))}
    </dl>
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
