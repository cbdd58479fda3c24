/** What the reference says before its list of addresses (Markdown): the rules that hold for all of them. */
export const INTRODUCTION = `
Create documents, merge data into them, and get PDF, Word, Excel or PowerPoint files.

**Credentials.** Addresses under \`/api\` take an API key and its secret with HTTP Basic authentication:
\`curl -u KEY:SECRET ...\`. Pages of the service itself
may use a session instead (\`POST /api/sessions\`). Merge addresses (\`/merge/...\`, \`/route/...\`) need none: anyone who knows the address may merge.

**Bodies.** JSON, \`application/x-www-form-urlencoded\` and \`multipart/form-data\` are equivalent. In forms, brackets nest:
\`files[0][name]=a.pdf\`, \`permissions[]=Printing\`. Where a file is expected, send base64 text, or a file part.
Flags are on for \`1\` and \`true\`, off for \`0\`, \`false\`, empty or absent.

**Failures** have a status of 400 or more and one JSON object with \`error\` (a sentence), \`code\` (a stable word with
[a page of its own](/docs/errors/)), \`request_id\` and the members of RFC 9457; \`errors\` lists each member that is wrong.

**Repeating safely.** Send an \`Idempotency-Key\` header with a POST that lists it: within 24 hours, the same key gets the same
answer, marked with \`Idempotency-Replayed: true\`, and nothing is done twice. POSTs that show a secret do not take it.

**Tracing.** Every answer has an \`X-Request-Id\` (your own, if you send one), every merge an \`X-Run-Id\`.

**Too fast?** 429 comes with \`Retry-After\` in seconds.
`.trim();

/** What each group of addresses is about. */
export const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  "File tools":
    "Combine, convert, compress, encrypt and split files. The answer is the file. Also served under `/tools`.",
  Documents: "Templates of type html, pdf, docx, xlsx or pptx, with their fields, files, versions and deliveries.",
  Samples: "Data kept with a document to try it with.",
  Versions: "Every template that a document has or had: looked at, compared, tried, published, restored.",
  Merge: "Data in, a filled file out.",
  "Fill-in pages": "Pages on which people without an account fill a document in, as a link or within another page.",
  "Data routes": "One post of data to several documents, by rules; the results can be joined into one PDF.",
  Deliveries: "E-mails, webhooks and other ways in which merged files leave the service.",
  Runs: "What happened in each merge.",
  Signatures: "Who signs for the workspace.",
  Folders: "Documents in folders, nested as `A/B/C`.",
  Fonts: "Fonts of the workspace's own, used in documents that name them.",
  Account: "The workspace behind the API key.",
  Sessions: "Browsers that are signed in to the console.",
  Service: "The service itself.",
  Reference: "This reference, for programs.",
};
