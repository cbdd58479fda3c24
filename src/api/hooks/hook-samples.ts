import type { HookEvent } from "../../domain/hooks/hook.ts";

const RUN = {
  run_id: "0k3v8d1w2h0007qa5t9x2zr",
  kind: "document",
  name: "Invoice",
  document_id: "42",
  source: "merge",
  test: false,
  warnings: [],
};

const FILES = {
  files: [
    {
      name: "Invoice 2026-117.pdf",
      media_type: "application/pdf",
      size: 48_213,
      sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      url: "https://docs.example.com/files/7Q2mA0t5bW3xK9rL1cV8nE4pZ6sD0fGh",
    },
  ],
};

/** What a hook of an event is sent: an example. */
export const hookSample = (event: HookEvent, now: Date): Record<string, unknown> => ({
  type: event,
  timestamp: now.toISOString(),
  data: HOOK_SAMPLES[event].data,
});

/** Each event for people, and an example of its `data`, with all members that it can have for a merge of a document. */
export const HOOK_SAMPLES: Readonly<Record<HookEvent, { title: string; data: Record<string, unknown> }>> = {
  "run.done": { title: "A merge is done", data: { ...RUN, ...FILES } },
  "run.failed": {
    title: "A merge failed",
    data: { ...RUN, code: "template_error", message: 'The template has no field "Customer".' },
  },
  "batch.done": {
    title: "A batch is done",
    data: { ...RUN, kind: "batch", records: 250, records_done: 249, records_failed: 1, ...FILES },
  },
  "delivery.failed": {
    title: "A delivery was given up",
    data: {
      ...RUN,
      delivery_id: "0k3v8d1w2h0008rb6u0y3as",
      delivery_type: "email",
      delivery_name: "To the customer",
      target: "mail.example.com",
      status: "dead",
      tries: 10,
      response: "550 No such mailbox",
    },
  },
  "document.published": {
    title: "A version of a document was published",
    data: {
      document_id: "42",
      name: "Invoice",
      folder: "Sales",
      type: "docx",
      version: 7,
      sha256: "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
      written_by: "dk_3q2-7wEBAgMEBQYH",
    },
  },
  "form.submitted": {
    title: "A form was filled in",
    data: { ...RUN, source: "fill_in", fields: { Name: "Ada Lovelace", Quantity: 3 } },
  },
};
