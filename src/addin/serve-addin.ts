import type { Context } from "hono";
import { Failure } from "../domain/failure.ts";
import { assetReader } from "../domain/static-asset.ts";
import { builtFile, builtPage, requireReading } from "../http/built-files.ts";
import type { AppBindings } from "../http/endpoint.ts";
import { attachment } from "../http/responses.ts";
import { describeAddin } from "./addin-description.ts";
import { jsonManifest } from "./json-manifest.ts";
import { manifestPackage, PACKAGE_PICTURES } from "./manifest-package.ts";
import { type AddinPage, pagePolicy } from "./page-policy.ts";
import { xmlManifest } from "./xml-manifest.ts";

const PAGES: Readonly<Record<string, AddinPage>> = { "/addin/pane": "pane", "/addin/sign-in": "sign-in" };

/**
 * The add-in for Word, Excel and PowerPoint: its manifest in both forms, its two pages and their files.
 * @throws Failure `not_found`, `method_not_allowed`
 */
export async function serveAddin(c: Context<AppBindings>): Promise<Response> {
  requireReading(c.req.raw);
  const { pathname } = new URL(c.req.url);
  const { publicBaseUrl } = c.get("context").settings;

  if (pathname === "/addin/manifest.xml")
    return manifest(xmlManifest(await describeAddin(publicBaseUrl)), "application/xml;charset=utf-8", "docloom.xml");
  if (pathname === "/addin/manifest.json") {
    const written = JSON.stringify(jsonManifest(await describeAddin(publicBaseUrl)), undefined, 2);
    return manifest(written, "application/json", "manifest.json");
  }
  if (pathname === "/addin/manifest.zip") return await packed(c, publicBaseUrl);

  const page = PAGES[pathname.replace(/\/$/, "")];
  const asset = await c.env.ASSETS.fetch(new URL(page === undefined ? pathname : `/addin/${page}`, c.req.url));
  if (!asset.ok || (page === undefined && !/\.\w+$/.test(pathname))) {
    await asset.body?.cancel();
    const isUnbuilt = page !== undefined;
    throw new Failure(
      "not_found",
      isUnbuilt ? "The add-in is not built: run npm run setup." : "There is no such file.",
    );
  }
  if (page !== undefined) return builtPage(asset, (styleNonce) => pagePolicy(page, styleNonce));

  const answer = builtFile(asset, pathname);
  // Office keeps the icons of its ribbon, and shows none that it must not keep.
  if (pathname.endsWith(".png")) answer.headers.set("cache-control", "public, max-age=86400");
  return answer;
}

async function packed(c: Context<AppBindings>, publicBaseUrl: string): Promise<Response> {
  const addin = await describeAddin(publicBaseUrl);
  const read = assetReader(c.env.ASSETS);
  const [color, outline] = await Promise.all([read(PACKAGE_PICTURES.color), read(PACKAGE_PICTURES.outline)]);
  if (!color || !outline) throw new Failure("not_found", "The add-in is not built: run npm run setup.");
  return manifest(manifestPackage(addin, { color, outline }), "application/zip", "docloom.zip");
}

const manifest = (body: string | Uint8Array, mediaType: string, name: string): Response =>
  new Response(body as BodyInit, {
    headers: { "content-type": mediaType, "content-disposition": attachment(name), "cache-control": "no-cache" },
  });
