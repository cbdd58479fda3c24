import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { present } from "../../src/domain/present.ts";

/** Filters by file type; everything else is a text document. */
const FILTERS: readonly [extension: RegExp, filter: string][] = [
  [/\.xlsx?$/i, "calc_pdf_Export"],
  [/\.pptx?$/i, "impress_pdf_Export"],
  [/\.(?:jpe?g|png|gif)$/i, "draw_pdf_Export"],
  [/\.html?$/i, "writer_web_pdf_Export"],
];
const TIMEOUT_MS = 600_000;

/** Reads lines `source TAB target TAB filter` and writes the milliseconds of each conversion, -1 for a failed one. */
const MACRO = `Sub ConvertAll(listPath As String, logPath As String)
  Dim hidden(0) As New com.sun.star.beans.PropertyValue
  Dim store(0) As New com.sun.star.beans.PropertyValue
  Dim entry As String, parts, started As Long, opened As Object
  hidden(0).Name = "Hidden"
  hidden(0).Value = True
  Open listPath For Input As #1
  Open logPath For Output As #2
  Do While Not Eof(1)
    Line Input #1, entry
    parts = Split(entry, Chr(9))
    If UBound(parts) = 2 Then
      started = GetSystemTicks()
      On Error Goto Failed
      opened = StarDesktop.loadComponentFromURL(ConvertToURL(parts(0)), "_blank", 0, hidden())
      store(0).Name = "FilterName"
      store(0).Value = parts(2)
      opened.storeToURL(ConvertToURL(parts(1)), store())
      opened.close(True)
      Print #2, GetSystemTicks() - started
      Goto NextFile
Failed:
      Print #2, -1
      Resume NextFile
NextFile:
    End If
  Loop
  Close #1
  Close #2
  StarDesktop.terminate()
End Sub
`;

/**
 * Milliseconds of each file in one soffice that is kept and warm: a macro inside it converts all files once, so that
 * every filter is loaded, and then measures two more rounds, the better of which counts. No socket, no client, no
 * start: the least that any listener could need. Undefined for files that it cannot convert.
 */
export function warmConversions(files: readonly string[], scratch: string): (number | undefined)[] {
  const profile = path.join(scratch, "warm-profile");
  const inProfile = `-env:UserInstallation=file://${profile}`;
  // The first start fills a profile and would write over the macro.
  spawnSync("soffice", [inProfile, "--headless", "--terminate_after_init"], { stdio: "ignore", timeout: TIMEOUT_MS });
  installMacro(profile);
  const list = path.join(scratch, "list.txt");
  const log = path.join(scratch, "log.txt");
  const output = path.join(scratch, "warm.pdf");
  const round = files.map((file) => [file, output, filterOf(file)].join("\t"));
  fs.writeFileSync(list, `${[...round, ...round, ...round].join("\n")}\n`);
  spawnSync(
    "soffice",
    [
      inProfile,
      ...["--headless", "--norestore", "--nologo"],
      `macro:///Standard.Module1.ConvertAll("${list}","${log}")`,
    ],
    { stdio: "ignore", timeout: TIMEOUT_MS },
  );
  const times = fs.readFileSync(log, "utf8").trim().split(/\s+/).map(Number);
  if (times.length !== 3 * files.length) throw new Error("soffice did not convert all files in one go");

  return files.map((_, index) => {
    const measured = [present(times[index + files.length]), present(times[index + 2 * files.length])].filter(
      (time) => time >= 0,
    );
    return measured.length > 0 ? Math.min(...measured) : undefined;
  });
}

/** Milliseconds of a soffice that is started for the file, the better of two. */
export function startedConversion(file: string, scratch: string): number {
  const output = path.join(scratch, "out");
  const args = [
    `-env:UserInstallation=file://${scratch}/profile`,
    "--headless",
    "--convert-to",
    "pdf",
    "--outdir",
    output,
    file,
  ];
  const times = [1, 2].map(() => {
    fs.rmSync(output, { recursive: true, force: true });
    const start = performance.now();
    const { status } = spawnSync("soffice", args, { stdio: "ignore", timeout: TIMEOUT_MS });
    const milliseconds = performance.now() - start;
    if (status !== 0 || fs.readdirSync(output).length !== 1) throw new Error(`soffice did not convert ${file}.`);
    return milliseconds;
  });
  return Math.min(...times);
}

function filterOf(file: string): string {
  return FILTERS.find(([extension]) => extension.test(file))?.[1] ?? "writer_pdf_Export";
}

/** A profile with the macro in its standard library. */
function installMacro(profile: string): void {
  const basic = path.join(profile, "user/basic");
  fs.mkdirSync(path.join(basic, "Standard"), { recursive: true });
  const libraries = "http://openoffice.org/2000/library";
  const escaped = MACRO.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  const files: Record<string, string> = {
    "script.xlc": `<library:libraries xmlns:library="${libraries}" xmlns:xlink="http://www.w3.org/1999/xlink"><library:library library:name="Standard" xlink:href="$(USER)/basic/Standard/script.xlb/" xlink:type="simple" library:link="false"/></library:libraries>`,
    "Standard/script.xlb": `<library:library xmlns:library="${libraries}" library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Module1"/></library:library>`,
    "Standard/Module1.xba": `<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">${escaped}</script:module>`,
  };
  for (const [name, content] of Object.entries(files))
    fs.writeFileSync(path.join(basic, name), `<?xml version="1.0" encoding="UTF-8"?>\n${content}`);
}
