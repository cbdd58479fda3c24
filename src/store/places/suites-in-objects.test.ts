import "../../../test/support/in-objects.ts";
import "../../../test/conformance/batches.test.ts";
import "../../../test/conformance/documents.test.ts";
import "../../api/addresses/former-addresses.test.ts";
import "../../api/documents/read-documents.test.ts";
import "../../api/documents/update-document.test.ts";
import "../../api/folders/folders.test.ts";
import "../../api/keys/keys.test.ts";
import "../../api/merge/warnings.test.ts";
import "../../api/people/people.test.ts";
import "../../api/routes/routes.test.ts";
import "../../api/sign-in/known-person.test.ts";
import "../../api/sign-in/scim.test.ts";
import "../../api/versions/versions.test.ts";
import "../../merge/alerts.test.ts";
import "../../merge/retention.test.ts";

// Tests of the service as they are, with each of their workspaces in an object of its own.
