import { Alert, Paper, Text, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api, type BodyOf, type Schemas } from "../../api/client.ts";
import type { DeliveryOwner } from "../../api/deliveries.ts";
import { routeSchemaQuery } from "../../api/routes.ts";
import { Failed } from "../../parts/failed.tsx";
import { SampleSelect } from "../../parts/preview/sample-select.tsx";
import { useSampleData } from "../../parts/preview/use-sample.ts";
import { Marked } from "../../parts/template/marked.tsx";
import classes from "./mail-preview.module.css";

interface MailPreviewProps {
  owner: DeliveryOwner;
  /** As they are being written. */
  settings: Readonly<Record<string, unknown>>;
}

/** The mail as it will arrive, with a sample's data. */
export function MailPreview(props: MailPreviewProps) {
  return props.owner.kind === "documents" ? <OfDocument {...props} /> : <OfRoute {...props} />;
}

function OfDocument({ owner, settings }: MailPreviewProps) {
  const [chosen, setChosen] = useState<string>();
  const { samples, sampleId, data } = useSampleData(owner.id, chosen);

  return (
    <ShownMail body={data === undefined ? undefined : { settings, data, document_id: owner.id }}>
      <SampleSelect label="Data of the mail" samples={samples} value={chosen ?? sampleId} onChange={setChosen} />
    </ShownMail>
  );
}

function OfRoute({ owner, settings }: MailPreviewProps) {
  const schema = useQuery(routeSchemaQuery(owner.id));

  return <ShownMail body={schema.data && { settings, data: schema.data.examples?.[0] ?? {} }} />;
}

const PAUSE_MS = 250;

function ShownMail({ body, children }: { body: object | undefined; children?: React.ReactNode }) {
  const [asked] = useDebouncedValue(body && JSON.stringify(body), PAUSE_MS);
  const mail = useQuery({
    queryKey: ["mail-preview", asked],
    queryFn: () =>
      dataOf(api.POST("/api/preview_mail", { body: JSON.parse(asked ?? "{}") as BodyOf<"/api/preview_mail", "post"> })),
    enabled: asked !== undefined,
    // The last one stays in view while the next is on its way.
    placeholderData: (before) => before,
    gcTime: 0,
  });

  return (
    <Paper withBorder p="md" component="section" aria-label="The mail">
      <Title order={2} mb="xs">
        As it will arrive
      </Title>
      {children}
      {mail.error && <Failed error={mail.error} title="The mail could not be shown" />}
      {mail.data && <Mail mail={mail.data} />}
    </Paper>
  );
}

function Mail({ mail }: { mail: Schemas["MailPreview"] }) {
  const { problem, warnings, html, text, attachments } = mail;

  return (
    <>
      {problem && (
        <Alert color="yellow" variant="light" role="status" mt="sm" title="As it is, it would not be sent">
          <Marked text={problem} />
        </Alert>
      )}
      <dl className={classes.head}>
        <Line name="From" value={mail.from} />
        <Line name="To" value={mail.to} />
        <Line name="Cc" value={mail.cc} />
        <Line name="Bcc" value={mail.bcc} />
        <Line name="Subject" value={mail.subject} />
        <Line name="Attached" value={attachments.join(", ")} />
      </dl>
      {html ? <MailFrame html={html} /> : <pre className={classes.text}>{text}</pre>}
      {warnings.map((warning) => (
        <Text key={warning} size="xs" className="quiet">
          <Marked text={warning} />
        </Text>
      ))}
    </>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  if (value === "") return null;

  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/**
 * The html in a page of its own that may run no scripts. The page's policy lets no styles in that are written in html, so they are
 * set one by one; pictures of other services are not read.
 */
function MailFrame({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const page = frame.current?.contentDocument;
    if (page) draw(page, html);
  }, [html]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever uses the keyboard scrolls a long mail
    <iframe ref={frame} title="Text of the mail" className={classes.frame} sandbox="allow-same-origin" tabIndex={0} />
  );
}

function draw(page: Document, html: string): void {
  const source = new DOMParser().parseFromString(
    // Attributes of styles would be refused, and said in the browser's log, while they are read.
    html.replace(/(<[^>]*\s)style(\s*=)/gi, "$1data-style$2").replace(/<(\/?)style\b/gi, "<$1data-style"),
    "text/html",
  );
  const styles = [...source.querySelectorAll("data-style")].map((element) => element.textContent ?? "");
  for (const element of source.querySelectorAll("data-style, script, meta, link, base, iframe, object, embed"))
    element.remove();
  for (const image of source.querySelectorAll("img:not([src^='data:'])")) {
    const name = image.getAttribute("alt") || image.getAttribute("src") || "";
    image.replaceWith(`[Picture: ${name}]`);
  }
  page.body.replaceChildren(...[...source.body.childNodes].map((node) => page.importNode(node, true)));
  page.body.style.cssText = source.body.getAttribute("data-style") ?? "";
  for (const element of page.body.querySelectorAll<HTMLElement>("[data-style]"))
    element.style.cssText = element.getAttribute("data-style") ?? "";
  const view = page.defaultView as (Window & typeof globalThis) | null;
  if (!view) return;
  page.adoptedStyleSheets = styles.map((text) => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(text);

    return sheet;
  });
}
