import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { documentQuery } from "../../api/documents.ts";
import { Busy } from "../../parts/busy.tsx";
import { FileEditor } from "./file-editor.tsx";
import { HtmlEditor } from "./html-editor.tsx";

const route = getRouteApi("/inside/documents/$id/");

/** The template on one side, on the other what a merge makes of it. */
export function Editor() {
  const { id } = route.useParams();
  const { data: document } = useQuery(documentQuery(id));
  if (!document) return <Busy />;

  return document.type === "html" ? (
    <HtmlEditor key={id} document={document} />
  ) : (
    <FileEditor key={id} document={document} />
  );
}
