/** What a snippet is written for. */
interface SnippetInput {
  /** The merge address. */
  address: string;
  /** Data that fit the fields. */
  data: unknown;
  name: string;
}

interface WrittenSnippet {
  text: string;
  /** What to do around it, for tools without programs. */
  steps?: readonly string[];
}

/** How a program or a tool merges. */
export interface SnippetWay {
  id: string;
  label: string;
  write(input: SnippetInput): WrittenSnippet;
}

const shownJson = (data: unknown): string => JSON.stringify(data, null, 2);

/** Each line but the first indented. */
const indented = (text: string, blanks: number): string => text.replaceAll("\n", `\n${" ".repeat(blanks)}`);

const download = (address: string): string => `${address}?download=1`;

/** A text within single quotes of a shell. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A value as PHP writes it. */
function php(value: unknown, depth = 1): string {
  const pad = "    ".repeat(depth);
  const end = "    ".repeat(depth - 1);
  if (Array.isArray(value))
    return value.length === 0
      ? "[]"
      : `[\n${value.map((entry) => `${pad}${php(entry, depth + 1)},\n`).join("")}${end}]`;
  if (typeof value === "object" && value !== null)
    return `[\n${Object.entries(value)
      .map(([name, member]) => `${pad}${phpText(name)} => ${php(member, depth + 1)},\n`)
      .join("")}${end}]`;

  return typeof value === "string" ? phpText(value) : String(value);
}

const phpText = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

/** A value as Python writes it. */
function python(value: unknown, depth = 1): string {
  const pad = "    ".repeat(depth);
  const end = "    ".repeat(depth - 1);
  if (Array.isArray(value))
    return value.length === 0
      ? "[]"
      : `[\n${value.map((entry) => `${pad}${python(entry, depth + 1)},\n`).join("")}${end}]`;
  if (typeof value === "object" && value !== null)
    return `{\n${Object.entries(value)
      .map(([name, member]) => `${pad}${JSON.stringify(name)}: ${python(member, depth + 1)},\n`)
      .join("")}${end}}`;
  if (typeof value === "boolean") return value ? "True" : "False";

  return value === null || value === undefined ? "None" : JSON.stringify(value);
}

/** `{a: [{b: 1}]}` as `a[0][b]` and `1`. */
function pairs(value: unknown, name = ""): [string, string][] {
  if (typeof value !== "object" || value === null) return [[name, String(value ?? "")]];

  return Object.entries(value).flatMap(([member, inner]) => pairs(inner, name === "" ? member : `${name}[${member}]`));
}

const htmlText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** A raw text of C# cannot hold three quotes, so they are escaped as JSON may. */
const csharpRaw = (text: string): string => text.replaceAll('"""', "\\u0022\\u0022\\u0022");

/** Ready programs, the most wanted first. */
export const SNIPPETS: readonly SnippetWay[] = [
  {
    id: "curl",
    label: "curl",
    write: ({ address, data }) => ({
      text: `curl -OJ ${shellQuoted(download(address))} \\\n  -H 'Content-Type: application/json' \\\n  -d ${shellQuoted(shownJson(data))}`,
    }),
  },
  {
    id: "javascript",
    label: "JavaScript",
    write: ({ address, data }) => ({
      text: `const response = await fetch(${JSON.stringify(download(address))}, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(${indented(shownJson(data), 2)}),
});
if (!response.ok) throw new Error((await response.json()).error);
const file = await response.blob();`,
    }),
  },
  {
    id: "python",
    label: "Python",
    write: ({ address, data }) => ({
      text: `import requests

response = requests.post(
    ${JSON.stringify(download(address))},
    json=${indented(python(data), 4)},
    timeout=60,
)
if not response.ok:
    raise RuntimeError(response.json()["error"])
with open("merged.pdf", "wb") as file:
    file.write(response.content)`,
    }),
  },
  {
    id: "php",
    label: "PHP",
    write: ({ address, data }) => ({
      text: `<?php
$data = ${php(data)};

$request = curl_init(${phpText(download(address))});
curl_setopt_array($request, [
    CURLOPT_POST => true,
    CURLOPT_POSTFIELDS => json_encode($data),
    CURLOPT_HTTPHEADER => ['Content-Type: application/json'],
    CURLOPT_RETURNTRANSFER => true,
]);
$answer = curl_exec($request);
if (curl_getinfo($request, CURLINFO_RESPONSE_CODE) >= 300) {
    throw new Exception(json_decode($answer)->error);
}
file_put_contents('merged.pdf', $answer);`,
    }),
  },
  {
    id: "csharp",
    label: "C#",
    write: ({ address, data }) => ({
      text: `using System.Text;

using var client = new HttpClient();
var json = """
${csharpRaw(shownJson(data))}
""";
using var content = new StringContent(json, Encoding.UTF8, "application/json");
using var response = await client.PostAsync(${JSON.stringify(download(address))}, content);
response.EnsureSuccessStatusCode();
await File.WriteAllBytesAsync("merged.pdf", await response.Content.ReadAsByteArrayAsync());`,
    }),
  },
  {
    id: "html",
    label: "HTML form",
    write: ({ address, data }) => ({
      text: `<form method="post" action="${htmlText(download(address))}">
${pairs(data)
  .map(
    // Without values: whoever opens the form would send what he overlooks.
    ([name]) => `  <label>${htmlText(name)} <input name="${htmlText(name)}"></label>`,
  )
  .join("\n")}
  <button>Create the file</button>
</form>`,
    }),
  },
  {
    id: "zapier",
    label: "Zapier",
    write: ({ address, data }) => ({
      steps: [
        'Add the action "Webhooks by Zapier" and choose the event "Custom Request".',
        `Method: POST. URL: ${download(address)}`,
        "Data: the text below; put the fields of your trigger in place of its values.",
        "Headers: Content-Type with the value application/json.",
        "The answer is the file; the next step can take it as an attachment. Leave out ?download=1 when a delivery of the document sends it.",
      ],
      text: shownJson(data),
    }),
  },
  {
    id: "make",
    label: "Make",
    write: ({ address, data }) => ({
      steps: [
        'Add the module "HTTP: Make a request".',
        `URL: ${download(address)}. Method: POST. Parse response: no.`,
        'Body type "Raw", content type "JSON (application/json)", and the text below as the request content, with your own values.',
        "The module's data is the file: pass it to the module that saves or sends it.",
      ],
      text: shownJson(data),
    }),
  },
];
