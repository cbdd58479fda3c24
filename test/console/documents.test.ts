import { beforeAll, describe, expect, it } from "vitest";
import { officeFile } from "../support/template-files.ts";
import { type Console, call, makeDocument, openForEach } from "./console.ts";
import { MANY } from "./credentials.ts";

let console: Console;
openForEach((opened) => {
  console = opened;
});

const unique = (word: string): string => `${word} ${crypto.randomUUID().slice(0, 8)}`;

describe("adding documents", () => {
  it("takes a Word file and shows the fields in it", async () => {
    const name = unique("Letter");
    await console.open("/documents");
    await console.upload('input[type="file"][aria-label="Template files"]', [
      { name: `${name}.docx`, bytes: officeFile("docx", "Dear {$Salutation}") },
    ]);
    await console.arrive("/documents/");
    await console.see(name);
    await console.see("$Salutation");
  });

  it("takes several at once, and says of each what is wrong with it", async () => {
    await console.open("/documents");
    await console.upload('input[type="file"][aria-label="Template files"]', [
      { name: `${unique("Good")}.docx`, bytes: officeFile("docx", "{$Name}") },
      { name: "Broken.docx", bytes: officeFile("docx", "{if $Name}") },
    ]);
    await console.see("Rejected");
    await console.see("Open");
  });

  it("makes an html document and opens it", async () => {
    const name = unique("Page");
    await console.open("/documents");
    await console.click("button", "New HTML document");
    await console.arrive("create=html");
    await console.click("button", "Create and open the editor");
    await console.see("Enter a name");
    await console.fill("Name", name);
    await console.click("button", "Create and open the editor");
    await console.see(name);
    await console.find("textbox", "HTML template");
  });
});

describe("the list", () => {
  const word = crypto.randomUUID().slice(0, 8);
  let folder: string;

  beforeAll(async () => {
    folder = `Folder ${word}`;
    await makeDocument({ name: `Alpha ${word}`, folder });
    await makeDocument({ name: `Beta ${word}` });
  });

  it("is searched while typing, and the search is in the address", async () => {
    await console.open("/documents");
    await console.fill("Search documents", `Alpha ${word}`);
    await console.arrive(`search=Alpha`);
    await console.see(`Alpha ${word}`);
    await console.seeNo(`Beta ${word}`);
    await console.page.reload();
    await console.see(`Alpha ${word}`);
    await console.seeNo(`Beta ${word}`);
  });

  it("has folders that are links", async () => {
    await console.open("/documents");
    await console.click("link", folder);
    await console.see(`Alpha ${word}`);
    await console.seeNo(`Beta ${word}`);
    expect(console.address).toContain(folder.replace(" ", "+"));
  });

  it("is used by keyboard alone", async () => {
    await console.open(`/documents?search=Alpha+${word}`);
    await console.see(`Alpha ${word}`);
    await (await console.find("link", `Alpha ${word}`)).focus();
    await console.page.keyboard.press("Enter");
    await console.find("textbox", "HTML template");
  });

  it("finds the last of more documents than it reads at once, in a search and as the first of the reverse order", async () => {
    const last = `Zz many ${MANY}`;
    await console.open(`/documents?search=${MANY}`);
    await console.see(last);
    await console.open("/documents?order=-name");
    await console.see(last);
  });

  it("says when nothing matches, and how to see all again", async () => {
    await console.open("/documents?search=no-such-document-anywhere");
    await console.see("No matches");
    await console.click("button", "Show all documents");
    await console.find("table", "Documents");
  });
});

describe("one document", () => {
  it("shows where it is, with a link to its folder", async () => {
    const folder = `Sales-${crypto.randomUUID().slice(0, 8)}`;
    const { id } = await makeDocument({ folder });
    await console.open(`/documents/${id}`);
    await console.see(`Documents / ${folder}`);
    await console.click("link", folder);
    await console.arrive(`folder=${folder}`);
  });

  it("is renamed, and an empty name is refused at the field", async () => {
    const { name } = await makeDocument();
    await console.open(`/documents?search=${encodeURIComponent(name)}`);
    await console.click("button", `Actions for ${name}`);
    await console.click("menuitem", "Rename");
    await console.fill("Name", " ");
    await console.see("Enter a name.");
    const renamed = unique("Renamed");
    await console.fill("Name", renamed);
    await console.click("button", "Rename");
    await console.see("Renamed.");
    await console.open(`/documents?search=${encodeURIComponent(renamed)}`);
    await console.find("link", renamed);
  });

  it("is copied, and the copy opens", async () => {
    const { name, id } = await makeDocument();
    await console.open(`/documents/${id}`);
    await console.click("button", `Actions for ${name}`);
    await console.click("menuitem", "Copy");
    await console.click("button", "Copy");
    await console.see(`${name} (copy)`);
    expect(console.address).not.toBe(`/documents/${id}`);
  });

  it("stays when its deletion is undone", async () => {
    const { name, id } = await makeDocument();
    await console.open(`/documents?search=${encodeURIComponent(name)}`);
    await console.click("button", `Actions for ${name}`);
    await console.click("menuitem", "Delete");
    await console.see("With it go:");
    await console.click("button", "Delete");
    await console.see("is deleted.");
    await console.click("button", "Undo");
    await console.find("link", name);
    expect((await call<{ id: string }>("GET", `/api/documents/${id}`)).id).toBe(id);
  });

  it("is deleted if nobody undoes it, at the latest when the page is left", async () => {
    const { name, id } = await makeDocument();
    await console.open(`/documents?search=${encodeURIComponent(name)}`);
    await console.click("button", `Actions for ${name}`);
    await console.click("menuitem", "Delete");
    await console.see("With it go:");
    await console.click("button", "Delete");
    await console.see("is deleted.");
    await console.page.goto("about:blank");
    await expect.poll(() => call("GET", `/api/documents/${id}`).catch(String), { timeout: 10_000 }).toContain("404");
  });

  it("of another workspace does not exist", async () => {
    await console.open("/documents/999999999");
    await console.see("The document could not be loaded");
    await console.see("does not exist in your workspace");
  });

  it("has ready programs with its own fields in them", async () => {
    const { id } = await makeDocument({ html: "<p>{$UnusualFieldName}</p>" });
    await console.open(`/documents/${id}/integrate`);
    await console.see("UnusualFieldName");
    for (const way of ["JavaScript", "Python", "PHP", "C#", "HTML form", "Zapier", "Make"]) {
      await console.click("tab", way);
      await console.see("UnusualFieldName");
    }
    expect(console.address).toContain("way=make");
  });
});

describe("settings", () => {
  it("are saved and read again", async () => {
    const { id } = await makeDocument();
    await console.open(`/documents/${id}/settings`);
    await console.fill("File name", "Invoice {$Number} of {$Year}");
    await console.fill("Language and country", "de-DE");
    await console.click("button", "Save");
    await console.see("The settings are saved.");
    expect(await call("GET", `/api/documents/${id}`)).toMatchObject({
      output_name: "Invoice {$Number} of {$Year}",
      settings: { locale: "de-DE" },
    });
  });

  it("are chosen from their lists by keyboard alone, beginning at what is chosen", async () => {
    const { id } = await makeDocument({ output: "pdf" });
    await console.open(`/documents/${id}/settings`);
    await (await console.find(["combobox", "textbox", "button"], "Output")).focus();
    const { keyboard } = console.page;
    await keyboard.press("ArrowDown");
    const chosen = await console.find("option", "PDF");
    expect(await chosen.evaluate((element) => element.getAttribute("data-combobox-selected"))).toBe("true");
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    await console.click("button", "Save");
    await console.see("The settings are saved.");
    expect(await call("GET", `/api/documents/${id}`)).toMatchObject({ output: "html" });
  });

  it("that are wrong are named at their field, and the others stay as they were typed", async () => {
    const { id } = await makeDocument();
    await console.open(`/documents/${id}/settings`);
    await console.fill("File name", "Kept {$Number}");
    await console.fill("Language and country", "no language");
    await console.click("button", "Save");
    await console.see("is not a language tag");
    await console.seeValue("textbox", "File name", "Kept {$Number}");
  });

  it("say who signs, and where the signature is visible", async () => {
    const settings = { signature: { identity: "Sales", contact: "sales@example.com" } };
    const { id } = await makeDocument({ settings });
    await console.open(`/documents/${id}/settings`);
    await console.seeValue("combobox", "Signed by", "Sales (does not exist)");
    await console.fill("Reason", "Invoice {$Number}");
    await console.click("switch", "Visible on a page Existing signature fields keep their position.");
    await console.fill("Width", "wide");
    await console.click("button", "Save");
    await console.see("settings[signature][width] must be a number");
    await console.fill("Width", "200");
    await console.upload("fieldset input[type=file]", [
      { name: "seal.png", bytes: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10) },
    ]);
    await console.see("Remove the image");
    await console.click("button", "Save");
    await console.see("The settings are saved.");
    const place = { page: 1, left: 56, top: 56, width: 200, height: 60 };
    expect(await call("GET", `/api/documents/${id}`)).toMatchObject({
      settings: {
        signature: { ...settings.signature, reason: "Invoice {$Number}", ...place, picture: "iVBORw0KGgo=" },
      },
    });
  });

  it("say how the combined PDF of a data route is finished", async () => {
    const { id } = await call<{ id: string }>("POST", "/api/routes", { name: "Contract", settings: { pdf_ua: 0 } });
    await console.open(`/routes/${id}/settings`);
    await console.seeValue("combobox", "Accessible (PDF/UA)", "No");
    await console.fill("Title", "Contract {$Number}");
    await console.click("button", "Save");
    await console.see("The settings are saved.");
    const { settings } = await call("GET", `/api/routes/${id}?details=1`);
    expect(settings).toEqual({ pdf_ua: 0, title: "Contract {$Number}" });
  });

  it("keep what was typed when the connection drops", async () => {
    const { id } = await makeDocument();
    await console.open(`/documents/${id}/settings`);
    await console.fill("File name", "Typed before {$Number}");
    await console.page.setOfflineMode(true);
    await console.see("You are offline.");
    await console.click("button", "Save");
    await console.see("The service cannot be reached.");
    await console.page.setOfflineMode(false);
    await console.click("button", "Save");
    await console.see("The settings are saved.");
    expect(await call("GET", `/api/documents/${id}`)).toMatchObject({ output_name: "Typed before {$Number}" });
  });
});
