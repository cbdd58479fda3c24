import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { dataSchemaQuery, documentQuery } from "../../api/documents.ts";
import { EMPTY, SampleSelect } from "../../parts/preview/sample-select.tsx";
import { useSampleData } from "../../parts/preview/use-sample.ts";
import { MergeNow } from "./merge-now.tsx";
import { NO_DATA } from "./no-data.ts";

const route = getRouteApi("/inside/documents/$id/merge");

/** A real merge of the document. It begins empty: what comes from a sample and is overlooked would go out. */
export function MergeDocument() {
  const { id } = route.useParams();
  const { sample = EMPTY } = route.useSearch();
  const navigate = route.useNavigate();
  const document = useQuery(documentQuery(id));
  const schema = useQuery(dataSchemaQuery(id));
  const stored = useSampleData(id, sample);
  const isEmpty = sample === EMPTY;

  return (
    <MergeNow
      key={id}
      owner={{ kind: "documents", id }}
      schema={schema.data}
      start={isEmpty ? NO_DATA : stored.data}
      failure={stored.error ?? schema.error}
      isTest={document.data?.active === "0"}
      choice={(forget) => (
        <SampleSelect
          label="Data to start with"
          samples={stored.samples}
          value={isEmpty ? EMPTY : stored.sampleId}
          hasEmpty
          onChange={(next) => {
            forget();
            void navigate({ search: { sample: next }, replace: true });
          }}
        />
      )}
    />
  );
}
