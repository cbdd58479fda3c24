import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { dataSchemaQuery, documentQuery } from "../../api/documents.ts";
import { SampleSelect } from "../../parts/preview/sample-select.tsx";
import { useSampleData } from "../../parts/preview/use-sample.ts";
import { MergeNow } from "./merge-now.tsx";

const route = getRouteApi("/inside/documents/$id/merge");

/** A real merge of the document, with one of its samples to start from. */
export function MergeDocument() {
  const { id } = route.useParams();
  const { sample } = route.useSearch();
  const navigate = route.useNavigate();
  const document = useQuery(documentQuery(id));
  const schema = useQuery(dataSchemaQuery(id));
  const { samples, sampleId, data, error } = useSampleData(id, sample);

  return (
    <MergeNow
      key={id}
      owner={{ kind: "documents", id }}
      schema={schema.data}
      start={data}
      failure={error ?? schema.error}
      isTest={document.data?.active === "0"}
      choice={(forget) => (
        <SampleSelect
          label="Data to start with"
          samples={samples}
          value={sampleId}
          onChange={(next) => {
            forget();
            void navigate({ search: { sample: next }, replace: true });
          }}
        />
      )}
    />
  );
}
