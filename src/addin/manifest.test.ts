import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { testService } from "../../test/support/test-service.ts";
import { parseXml, type XmlElement } from "../office/xml-tree.ts";

const ROOT = "https://docs.example.com";
const FILES: Record<string, string> = { "/addin/color.png": "color", "/addin/outline.png": "outline" };
const assets = {
  async fetch(input: RequestInfo | URL) {
    const content = FILES[new URL(String(input)).pathname];
    return new Response(content ?? "no", { status: content === undefined ? 404 : 200 });
  },
};
const sendTo = (root: string) => testService(undefined, { PUBLIC_BASE_URL: root, ASSETS: assets as Fetcher });
const send = sendTo(ROOT);

const namesOf = (parent: XmlElement): string[] => parent.elements().map(({ name }) => name);

/** The element at the end of a path, which is there. */
function at(parent: XmlElement, ...path: string[]): XmlElement {
  return path.reduce((element, name) => {
    const child = element.child(name);
    if (!child) throw new Error(`${element.name} has no ${name}`);
    return child;
  }, parent);
}

async function xml(root = ROOT) {
  const answer = await sendTo(root)("/addin/manifest.xml");
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/xml;charset=utf-8"]);
  return parseXml(await answer.text());
}

describe("the add-in only manifest", () => {
  it("has its elements in the order of the schema", async () => {
    const app = await xml();
    expect(app.attribute("xsi:type")).toBe("TaskPaneApp");
    expect(namesOf(app)).toEqual([
      ...["Id", "Version", "ProviderName", "DefaultLocale", "DisplayName", "Description", "IconUrl"],
      ...["HighResolutionIconUrl", "SupportUrl", "AppDomains", "Hosts", "Requirements", "DefaultSettings"],
      ...["Permissions", "VersionOverrides"],
    ]);
    expect(
      at(app, "Hosts")
        .elements()
        .map((host) => host.attribute("Name")),
    ).toEqual(["Document", "Workbook", "Presentation"]);
    expect(at(app, "DefaultSettings", "SourceLocation").attribute("DefaultValue")).toBe(`${ROOT}/addin/pane`);
    expect(namesOf(at(app, "VersionOverrides"))).toEqual(["Hosts", "Resources"]);
    expect(namesOf(at(app, "VersionOverrides", "Resources"))).toEqual([
      "bt:Images",
      "bt:Urls",
      "bt:ShortStrings",
      "bt:LongStrings",
    ]);
  });

  it("has a button on the ribbon of each program, which opens the pane", async () => {
    const hosts = at(await xml(), "VersionOverrides", "Hosts").elements();
    expect(hosts.map((host) => host.attribute("xsi:type"))).toEqual(["Document", "Workbook", "Presentation"]);
    for (const host of hosts) {
      const factor = at(host, "DesktopFormFactor");
      expect(namesOf(factor)).toEqual(["GetStarted", "ExtensionPoint"]);
      const group = at(factor, "ExtensionPoint", "OfficeTab", "Group");
      expect(namesOf(group)).toEqual(["Label", "Icon", "Control"]);
      const control = at(group, "Control");
      expect(namesOf(control)).toEqual(["Label", "Supertip", "Icon", "Action"]);
      expect(at(control, "Action").attribute("xsi:type")).toBe("ShowTaskpane");
      expect(namesOf(at(control, "Action"))).toEqual(["TaskpaneId", "SourceLocation"]);
      for (const icon of [at(group, "Icon"), at(control, "Icon")])
        expect(icon.elements().map((image) => image.attribute("size"))).toEqual(["16", "32", "80"]);
    }
  });

  it("names resources that it has, within the lengths that Office takes", async () => {
    const app = await xml();
    const resources = [...at(app, "VersionOverrides", "Resources").descendants()];
    const values = new Map(resources.flatMap((one) => (one.attribute("id") ? [[one.attribute("id"), one]] : [])));
    const used = [...app.descendants()].flatMap((element) => element.attribute("resid") ?? []);
    expect([...values.keys()].sort()).toEqual([...new Set(used)].sort());
    for (const [id, element] of values) {
      expect(id?.length).toBeLessThanOrEqual(32);
      const short = element?.parent?.name === "bt:ShortStrings";
      expect(element?.attribute("DefaultValue")?.length).toBeLessThanOrEqual(short ? 125 : 250);
    }
    for (const element of app.descendants()) {
      const address = element.attribute("DefaultValue");
      if (address?.includes("://")) expect(new URL(address).origin).toBe(ROOT);
    }
  });
});

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe("the id of the add-in", () => {
  it("is the same each time, in both forms, and another at another address", async () => {
    const idOf = async (root: string) => {
      return at(await xml(root), "Id").text();
    };
    const id = await idOf(ROOT);
    expect(id).toMatch(GUID);
    expect(await idOf(ROOT)).toBe(id);
    expect(await idOf("https://other.example.com")).not.toBe(id);
    expect(((await (await send("/addin/manifest.json")).json()) as { id: string }).id).toBe(id);
  });
});

interface Manifest {
  name: { short: string; full: string };
  description: { short: string; full: string };
  developer: Record<string, string>;
  icons: Record<string, string>;
  extensions: {
    requirements: { scopes: string[] };
    runtimes: { id: string; code: { page: string }; actions: { id: string; type: string; view: string }[] }[];
    ribbons: {
      tabs: {
        builtInTabId: string;
        groups: { icons: { size: number }[]; controls: { actionId: string; icons: { size: number }[] }[] }[];
      }[];
    }[];
  }[];
}

describe("the unified manifest", () => {
  it("has what the schema requires, within its lengths", async () => {
    const answer = await send("/addin/manifest.json");
    expect(answer.headers.get("content-type")).toBe("application/json");
    const manifest = (await answer.json()) as Manifest;
    const required = ["manifestVersion", "version", "id", "developer", "name", "description", "icons", "accentColor"];
    expect(Object.keys(manifest)).toEqual(expect.arrayContaining(required));
    expect(manifest.name.short.length).toBeLessThanOrEqual(30);
    expect(manifest.description.short.length).toBeLessThanOrEqual(80);
    expect(Object.keys(manifest.developer).sort()).toEqual(["name", "privacyUrl", "termsOfUseUrl", "websiteUrl"]);

    const [extension] = manifest.extensions;
    expect(extension?.requirements.scopes).toEqual(["document", "workbook", "presentation"]);
    const [runtime] = extension?.runtimes ?? [];
    expect(runtime?.code.page).toBe(`${ROOT}/addin/pane`);
    const [tab] = extension?.ribbons[0]?.tabs ?? [];
    const [group] = tab?.groups ?? [];
    expect(group?.controls[0]?.actionId).toBe(runtime?.actions[0]?.id);
    for (const icons of [group?.icons, group?.controls[0]?.icons])
      expect(icons?.map(({ size }) => size)).toEqual([16, 32, 80]);
  });

  it("is packed with its icons, as administrators upload it", async () => {
    const answer = await send("/addin/manifest.zip");
    expect(answer.headers.get("content-disposition")).toContain("docloom.zip");
    const zip = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const text = (name: string) => new TextDecoder().decode(zip[name]);
    const { icons } = JSON.parse(text("manifest.json")) as Manifest;
    expect([text(icons.color ?? ""), text(icons.outline ?? "")]).toEqual(["color", "outline"]);
  });
});

it("is nothing that Office would load without https, which the answer says", async () => {
  const plain = sendTo("http://docs.example.com");
  for (const form of ["xml", "json", "zip"]) {
    const answer = await plain(`/addin/manifest.${form}`);
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
      404,
      expect.stringContaining("https"),
    ]);
  }
  expect((await sendTo("http://localhost:8787")("/addin/manifest.xml")).status).toBe(200);
});
