/** How lists are sent that are no form: by media type, as the OpenAPI document shows them. */
export const listTexts = {
  "application/json": {
    schema: {
      description: "The records, or an object whose `records` they are. Each is the merge data of one file.",
      anyOf: [
        { type: "array", items: { type: "object", additionalProperties: true } },
        {
          type: "object",
          properties: {
            rows: {
              type: "array",
              description: "A list in place of the records: its first row has the headings.",
              items: { type: "array", items: {} },
            },
            records: {
              type: "array",
              description: "The records.",
              items: { type: "object", additionalProperties: true },
            },
          },
        },
      ],
    },
    example: [{ Name: "Ada" }, { Name: "Grace" }],
  },
  "application/x-ndjson": {
    schema: { type: "string", description: "One JSON object a line." },
    example: '{"Name": "Ada"}\n{"Name": "Grace"}\n',
  },
  "text/csv": {
    schema: { type: "string", description: "Names in the first line, which may use brackets as form pairs do." },
    example: "Name,Address[city]\nAda,London\n",
  },
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": {
    schema: { type: "string", format: "binary", description: "An Excel workbook with the list in one of its sheets." },
  },
};
