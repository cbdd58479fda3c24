import { beforeEach, describe, expect, it } from "vitest";
import { type ApiClient, newClient } from "../../../test/support/api-client.ts";

let call: ApiClient;
beforeEach(async () => {
  ({ call } = await newClient());
});

const paths = async (): Promise<string[]> =>
  (await call("GET", "/api/folders")).body.map(({ name }: { name: string }) => name);
const make = async (name: string): Promise<string> => (await call("POST", "/api/folders", { name })).body.id;
const documentIn = async (folder: string): Promise<string> =>
  (await call("POST", "/api/documents", { name: "a", type: "html", html: "a", folder })).body.id;
const folderOf = async (id: string): Promise<string> => (await call("GET", `/api/documents/${id}`)).body.folder;

describe("folders", () => {
  it("are made with those above them, once", async () => {
    const { status, body } = await call("POST", "/api/folders", { name: "Sales/2026/Invoices" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: "Sales/2026/Invoices", type: "document" });
    expect(await paths()).toEqual(["Sales", "Sales/2026", "Sales/2026/Invoices"]);
    expect((await call("POST", "/api/folders", { name: "Sales/2026" })).body).toMatchObject({ code: "folder_exists" });
    expect((await call("POST", "/api/folders", { name: "" })).status).toBe(422);
  });

  it("are listed without those that hold no document, wherever below", async () => {
    await documentIn("Sales/2026/Invoices");
    await documentIn("HR");
    for (const name of ["Sales/2025", "Empty/Below", "Sales/2026/Invoices/Old", "HR beside"]) await make(name);
    await call("POST", "/api/routes", { name: "r", folder: "Routes" });
    const { status, body } = await call("GET", "/api/folders/documents");
    expect(status).toBe(200);
    expect(body.map(({ name }: { name: string }) => name)).toEqual([
      "HR",
      "Sales",
      "Sales/2026",
      "Sales/2026/Invoices",
    ]);
    expect((await call("GET", "/api/folders")).body).toEqual(expect.arrayContaining(body));
  });

  it("are renamed with everything in them and below, signs of patterns among it", async () => {
    const id = await make("Größe %_ 😀");
    const inside = await documentIn("Größe %_ 😀/Below");
    const beside = await documentIn("Größe %_ 😀 beside");
    const { body } = await call("PUT", `/api/folders/${id}`, { name: "New/Name" });
    expect(body).toMatchObject({ id, name: "New/Name" });
    expect(await paths()).toEqual(["Größe %_ 😀 beside", "New", "New/Name", "New/Name/Below"]);
    expect([await folderOf(inside), await folderOf(beside)]).toEqual(["New/Name/Below", "Größe %_ 😀 beside"]);
  });

  it("are not renamed onto others or into themselves", async () => {
    const id = await make("A");
    await make("B/C");
    for (const name of ["B", "B/C"])
      expect((await call("PUT", `/api/folders/${id}`, { name })).body).toMatchObject({
        code: "folder_exists",
        status: 409,
      });
    expect((await call("PUT", `/api/folders/${id}`, { name: "A/Below" })).status).toBe(422);
    expect((await call("PUT", `/api/folders/${id}`, { name: "A" })).status).toBe(200);
    expect(await paths()).toEqual(["A", "B", "B/C"]);
  });

  it("are deleted when they are empty, or as the request says", async () => {
    const empty = await make("Empty");
    expect((await call("DELETE", `/api/folders/${empty}`)).body).toEqual({ success: "1" });

    const id = await make("Up/Full");
    const document = await documentIn("Up/Full/Below");
    const { body: refused } = await call("DELETE", `/api/folders/${id}`);
    expect(refused).toMatchObject({ code: "folder_not_empty", status: 409 });
    expect(refused.error).toContain("1 document, 0 data routes and 1 folder");

    expect((await call("DELETE", `/api/folders/${id}?contents=move`)).status).toBe(200);
    expect(await folderOf(document)).toBe("Up");
    expect(await paths()).toEqual(["Up"]);
  });

  it("take what is in them along when that is asked for", async () => {
    const id = await make("Gone");
    const document = await documentIn("Gone/Below");
    const { body: route } = await call("POST", "/api/routes", { name: "r", folder: "Gone" });
    expect((await call("DELETE", `/api/folders/${id}?contents=delete`)).status).toBe(200);
    expect((await call("GET", `/api/documents/${document}`)).status).toBe(404);
    expect((await call("GET", `/api/routes/${route.id}`)).status).toBe(404);
    expect(await paths()).toEqual([]);
    expect((await call("DELETE", `/api/folders/${id}`)).body).toMatchObject({ code: "folder_not_found" });
  });
});
