import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import { endpoint } from "../../http/endpoint.ts";
import { MERGE_PROBLEMS } from "../../http/openapi/openapi-problems.ts";
import { json } from "../../http/responses.ts";
import { runDocumentTests } from "../../merge/document/document-tests.ts";
import { templateSource } from "../../merge/document/production.ts";
import { snapshotOf } from "../../merge/merge-target.ts";
import { changeDocument } from "../documents/change-document.ts";
import { documentAnswer } from "../documents/document-json.ts";
import { mergeServicesOf } from "../documents/merge-services-of.ts";
import { checkTemplate } from "../documents/template-upload.ts";
import { findVersion, templateOf, versionParams } from "./find-version.ts";
import { guardVersion, PUBLICATION } from "./publication.ts";

/** POST /api/documents/:id/versions/:version/publish: a draft becomes the version that merges use. */
export const publishVersion = endpoint({
  method: "post",
  onRepeat: "same_answer",
  path: "/api/documents/:id/versions/:version/publish",
  summary: "Publish a draft",
  description:
    "The draft becomes the version that merges use. Refused while the document's own tests (`settings[tests]`) fail with it, and " +
    "when it drops fields for which the last runs had data; `force=1` publishes all the same.",
  ...PUBLICATION,

  async handle({ params, body, caller, context }) {
    const { version } = await findVersion(context, caller, params);
    if (!version.draft) {
      throw new Failure("invalid_request", "The version is not a draft: to bring an old version back, restore it.");
    }

    const bytes = await templateOf(context, caller, version);
    const document = await changeDocument(context, caller, params.id, "document.published", async (current) => {
      const { type, settings, output } = current;
      const { fields, warnings } = await checkTemplate(context, caller, { bytes, type, settings, output });
      if (!body.force) await guardVersion(context, caller, { ...current, version }, fields);

      return { changes: {}, template: { publish: version.number, fields, warnings } };
    });

    return documentAnswer(document, context);
  },
});

const testedSchema = z
  .object({
    passed: z.boolean().meta({ description: "Whether all tests passed; also when there are none." }),
    tests: z
      .array(
        z.object({
          name: z.string().meta({ description: "The test." }),
          passed: z.boolean().meta({ description: "Whether it passed." }),
          problems: z.array(z.string()).meta({ description: "What is not as the test says." }),
        }),
      )
      .meta({ description: "The document's tests, in their order." }),
  })
  .meta({ id: "TestedVersion" });

/** POST /api/documents/:id/versions/:version/test: the document's own tests, without publishing. */
export const testVersion = endpoint({
  method: "post",
  onRepeat: "same_answer",
  path: "/api/documents/:id/versions/:version/test",
  summary: "Run a document's tests on a version",
  description: "Runs `settings[tests]` of the document with any version of its template. Nothing is changed.",
  tag: "Versions",
  auth: "key",
  needs: "document:publish",
  params: versionParams,
  problems: MERGE_PROBLEMS,
  responses: { 200: { description: "What became of each test", schema: testedSchema } },

  async handle({ params, caller, context }) {
    const { document, version } = await findVersion(context, caller, params);
    const snapshot = snapshotOf({ ...document, version });
    const services = mergeServicesOf(context);
    const source = templateSource(services, caller.workspaceId, snapshot);
    const results = await runDocumentTests(services, caller.workspaceId, snapshot, source);
    const tests = results.map(({ name, problems }) => ({ name, passed: problems.length === 0, problems }));

    return json({ passed: tests.every(({ passed }) => passed), tests });
  },
});
