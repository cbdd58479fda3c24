import { Accordion, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { dataSchemaQuery, type OneDocument } from "../../api/documents.ts";
import { Failed } from "../../parts/failed.tsx";
import { OfferedTags } from "../../parts/fields/field-context.ts";
import { useSampleData } from "../../parts/preview/use-sample.ts";
import type { HostDocument } from "../office/host-document.ts";
import { documentFields } from "../tags/document-fields.ts";
import { InsertCode } from "./insert-code.tsx";
import { InsertCondition } from "./insert-condition.tsx";
import { InsertField } from "./insert-field.tsx";
import { InsertLoop } from "./insert-loop.tsx";
import { InsertPicture } from "./insert-picture.tsx";
import { useInsertion } from "./use-insertion.ts";

/** What can be written into the file where the cursor is. */
export function Insert({ document, file }: { document: OneDocument; file: HostDocument }) {
  const { data: schema } = useQuery(dataSchemaQuery(document.id));
  const { data } = useSampleData(document.id, undefined);
  const { fields, lists } = useMemo(() => documentFields(schema, data), [schema, data]);
  const insertion = useInsertion();
  const shared = { file, fields, insert: insertion.mutate };

  return (
    <OfferedTags value={fields}>
      {insertion.error && <Failed error={insertion.error} title={`${file.program} did not insert it`} />}
      <Accordion defaultValue="field" keepMounted={false}>
        {[
          { value: "field", title: "Field", help: "A value of your data", form: <InsertField {...shared} /> },
          {
            value: "loop",
            title: "Loop",
            help: "What is selected, once for each entry of a list",
            form: <InsertLoop {...shared} lists={lists} />,
          },
          {
            value: "condition",
            title: "Condition",
            help: "What is selected, only sometimes",
            form: <InsertCondition {...shared} />,
          },
          { value: "picture", title: "Picture", help: "A picture of your data", form: <InsertPicture {...shared} /> },
          { value: "code", title: "Code", help: "A QR code or barcode", form: <InsertCode {...shared} /> },
        ].map(({ value, title, help, form }) => (
          <Accordion.Item key={value} value={value}>
            <Accordion.Control>
              {title}
              <Text size="xs" className="quiet">
                {help}
              </Text>
            </Accordion.Control>
            <Accordion.Panel>{form}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </OfferedTags>
  );
}
