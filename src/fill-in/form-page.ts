import { html } from "hono/html";
import { type FillInField, type FillInSettings, isFileKind, stepsOf } from "../domain/fill-in.ts";
import { flagOf } from "../domain/flag.ts";
import { DRAWING_SCRIPT } from "./drawing-script.ts";
import { attributes, type Markup, pageAnswer, paragraphs } from "./html-page.ts";
import { isDrawn } from "./posted-file.ts";
import { inputName, rowsAt, type Typed, typedAt } from "./typed.ts";
import type { Speech } from "./words.ts";

/** What a page shows. */
export interface FormPage {
  settings: FillInSettings;
  title: string;
  fields: readonly FillInField[];
  typed: Typed;
  problems: ReadonlyMap<string, string>;
  /** What is wrong with the whole of it. */
  problem?: string;
  /** Tells two answers from one that is sent twice. */
  once: string;
  /** Key of the Turnstile widget that tells people from programs; without one, nobody is asked. */
  siteKey?: string;
  speech: Speech;
}

/** The page with its form, and in it whatever was typed. */
export function formPage(
  page: FormPage,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const { settings, title, fields, once, siteKey, speech } = page;
  const hasFiles = fields.some(({ kind }) => isFileKind(kind));
  const content = html`${head(settings, title)}
${paragraphs(speech.text(settings.before))}
${summary(page)}
<form method="post" accept-charset="utf-8" novalidate${attributes({ enctype: hasFiles ? "multipart/form-data" : undefined })}>
<button class="first" tabindex="-1" aria-hidden="true">${speech.say("send")}</button>
<input type="hidden" name="_once" value="${once}">
<div class="trap" aria-hidden="true"><label>Website <input name="_website" tabindex="-1" autocomplete="off"></label></div>
${fields.map((field) => fieldOf(field, page))}
${paragraphs(speech.text(settings.after))}
${siteKey === undefined ? "" : widget(siteKey, speech)}
<button class="send">${speech.say("send")}</button>
</form>`;
  const isWrong = page.problems.size > 0 || page.problem !== undefined;
  const shownTitle = isWrong ? `${speech.say("problems")}: ${title}` : title;
  const script = fields.some(({ kind }) => kind === "signature") ? DRAWING_SCRIPT : undefined;
  return pageAnswer(
    {
      title: shownTitle,
      language: speech.language,
      content,
      looks: settings,
      script,
      hasTurnstile: siteKey !== undefined,
    },
    status,
    headers,
  );
}

/** Where Turnstile's script puts its widget, and with it the input that the page is sent with. */
const widget = (siteKey: string, speech: Speech): Markup =>
  html`<div class="cf-turnstile field"${attributes({ "data-sitekey": siteKey, "data-language": speech.language, "data-size": "flexible" })}></div>
<noscript>${paragraphs(speech.say("needsScripts"), "problem")}</noscript>`;

/** A merged file that whoever has sent the page may have. */
export interface FileLink {
  name: string;
  url: string;
}

/** What was made of the answers. */
export interface Outcome {
  links?: readonly FileLink[];
  /** Where the file is mailed to, and whether mails leave this service. */
  mail?: { address: string; leaves: boolean };
}

/** What follows when the page was sent. */
export function thanksPage(
  { settings, title, speech }: Pick<FormPage, "settings" | "title" | "speech">,
  { links = [], mail }: Outcome = {},
): Promise<Response> {
  const mailed = mail ? paragraphs(mail.leaves ? speech.say("mailed", mail.address) : speech.say("notMailed")) : "";
  const content = html`${head(settings, title)}
<div role="status">${paragraphs(speech.text(settings.thanks) || speech.say("thanks"))}${mailed}</div>
${links.map(({ name, url }) => {
  const text = links.length === 1 ? speech.say("download") : name;
  return html`<p><a class="button send" href="${url}">${text}</a></p>`;
})}`;
  return pageAnswer({ title, language: speech.language, content, looks: settings }, 200);
}

const head = ({ logo }: FillInSettings, title: string): Markup =>
  html`${logo ? html`<img class="logo" src="${logo}" alt="">` : ""}<h1>${title}</h1>`;

const idOf = (name: string): string => `f-${name.replace(/[^\p{L}\p{N}]+/gu, "-")}`;

/** What is wrong, before everything else, with links to where it is. */
function summary({ problems, problem, fields, speech }: FormPage): Markup | "" {
  if (problems.size === 0 && problem === undefined) return "";
  const labels = new Map(fields.flatMap((field) => labelsOf(field, speech)));
  const items = Array.from(problems, ([name, message]) => {
    const label = labels.get(name.replace(/\[\d+\]/g, "[]")) ?? name;
    return html`<li><a href="#${idOf(name)}">${label}</a>: ${message}</li>`;
  });
  return html`<div class="problems" role="alert"><h2>${speech.say("problems")}</h2>
${problem ? html`<p>${problem}</p>` : ""}<ul>${items}</ul></div>`;
}

function labelsOf(field: FillInField, speech: Speech): [name: string, label: string][] {
  const name = inputName(stepsOf(field.name));
  const columns = (field.fields ?? []).map((column): [string, string] => [
    `${name}[][${column.name}]`,
    labelOf(column, speech),
  ]);
  return [[name, labelOf(field, speech)], ...columns];
}

const labelOf = ({ label, name }: FillInField, speech: Speech): string =>
  speech.text(label) || (stepsOf(name).at(-1) ?? name).replaceAll("_", " ");

function fieldOf(field: FillInField, page: FormPage): Markup {
  const steps = stepsOf(field.name);
  if (field.kind === "rows") return rowsOf(field, page);
  if (field.kind === "signature") return signatureOf(field, page);
  return inputOf(field, inputName(steps), typedAt(page.typed, steps), page);
}

function rowsOf(field: FillInField, page: FormPage): Markup {
  const { speech, typed, problems } = page;
  const steps = stepsOf(field.name);
  const name = inputName(steps);
  const problem = problems.get(name);
  const rows = rowsAt(typed, field.name).map((row, index) => {
    const inputs = (field.fields ?? []).map((column) =>
      inputOf(column, inputName([...steps, index, column.name]), row[column.name], page),
    );
    return html`<fieldset class="row"><legend>${speech.say("row", index + 1)}</legend>${inputs}
<button name="_remove" value="${field.name}[${index}]">${speech.say("removeRow", index + 1)}</button></fieldset>`;
  });
  return html`<fieldset id="${idOf(name)}" tabindex="-1"><legend>${labelOf(field, speech)}${needOf(field, speech)}</legend>
${helpOf(field, name, speech)}${problem ? html`<p class="problem">${problem}</p>` : ""}
${rows}
<button name="_add" value="${field.name}">${speech.say("addRow")}</button></fieldset>`;
}

/** Drawn where there are scripts; else a name that is typed, or a picture. */
function signatureOf(field: FillInField, page: FormPage): Markup {
  const { speech, typed, problems } = page;
  const steps = stepsOf(field.name);
  const name = inputName(steps);
  const id = idOf(name);
  const sent = typedAt(typed, steps);
  const drawn = typedAt(sent, ["drawn"]);
  const typedName = typedAt(sent, ["name"]);
  const problem = problems.get(name);
  const described = problem ? `${id}-problem` : undefined;
  const written = {
    id: `${id}-name`,
    name: `${name}[name]`,
    autocomplete: "name",
    value: typeof typedName === "string" ? typedName : "",
    "aria-describedby": described,
    "aria-invalid": problem ? "true" : undefined,
  };
  const chosen = { id: `${id}-picture`, name: `${name}[picture]`, "aria-describedby": described };
  return html`<fieldset id="${id}" tabindex="-1"><legend>${labelOf(field, speech)}${needOf(field, speech)}</legend>
${helpOf(field, name, speech)}${problem ? html`<p class="problem" id="${id}-problem">${problem}</p>` : ""}
<div hidden data-draw="${speech.say("sign")}" data-clear="${speech.say("clear")}"><input type="hidden" name="${name}[drawn]" value="${isDrawn(drawn) ? drawn : ""}"></div>
<div class="field"><label for="${id}-name">${speech.say("signName")}</label><input type="text"${attributes(written)}></div>
<div class="field"><label for="${id}-picture">${speech.say("signPicture")}</label><input type="file" accept="image/*"${attributes(chosen)}></div></fieldset>`;
}

const needOf = ({ required }: FillInField, speech: Speech): Markup | "" =>
  required ? html` <span class="need">(${speech.say("required")})</span>` : "";

function helpOf({ help }: FillInField, name: string, speech: Speech): Markup | "" {
  const text = speech.text(help);
  return text ? html`<p class="help" id="${idOf(name)}-help">${text}</p>` : "";
}

/** A field with its label, help and what is wrong with it. */
function inputOf(field: FillInField, name: string, value: unknown, page: FormPage): Markup {
  const { speech, problems } = page;
  const id = idOf(name);
  const problem = problems.get(name);
  const help = helpOf(field, name, speech);
  const described = [help && `${id}-help`, problem && `${id}-problem`].filter(Boolean).join(" ");
  const shared = {
    id,
    name,
    "aria-describedby": described || undefined,
    "aria-invalid": problem ? "true" : undefined,
    "aria-required": field.required ? "true" : undefined,
  };
  const label = html`<label for="${id}">${labelOf(field, speech)}${needOf(field, speech)}</label>`;
  const wrong = problem ? html`<p class="problem" id="${id}-problem">${problem}</p>` : "";

  if (field.kind === "yes_no") {
    const checked = flagOf(value) === true;
    return html`<div class="field check"><input type="checkbox" value="1"${attributes({ ...shared, checked })}>${label}${help}${wrong}</div>`;
  }
  if (isFileKind(field.kind)) {
    const accept = field.kind === "picture" ? "image/*" : undefined;
    // no browser lets a page choose a file
    const again = value && !problem ? html`<p class="problem">${speech.say("again")}</p>` : "";
    return html`<div class="field">${label}<input type="file"${attributes({ ...shared, accept })}>${help}${wrong}${again}</div>`;
  }
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  return html`<div class="field">${label}${controlOf(field, shared, text, speech)}${help}${wrong}</div>`;
}

function controlOf(
  { kind, options = [] }: FillInField,
  shared: Parameters<typeof attributes>[0],
  text: string,
  speech: Speech,
): Markup {
  switch (kind) {
    case "long_text":
      // the parser drops a line break at the beginning
      return html`<textarea rows="5"${attributes(shared)}>
${text}</textarea>`;
    case "choice": {
      const choices = options.map(
        (option) => html`<option${attributes({ value: option, selected: option === text })}>${option}</option>`,
      );
      return html`<select${attributes(shared)}><option value="">${speech.say("choose")}</option>${choices}</select>`;
    }
    case "email":
      return html`<input type="email" autocomplete="email"${attributes({ ...shared, value: text })}>`;
    case "date":
      return html`<input type="date"${attributes({ ...shared, value: text })}>`;
    default: {
      const inputmode = kind === "number" || kind === "amount" ? "decimal" : undefined;
      return html`<input type="text"${attributes({ ...shared, inputmode, value: text })}>`;
    }
  }
}
