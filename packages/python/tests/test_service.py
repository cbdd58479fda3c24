"""Against the service of DOCLOOM_URL, DOCLOOM_KEY and DOCLOOM_SECRET."""

import inspect
import os
import pathlib
import re
import tempfile
import typing
import unittest
import uuid

from docloom import Docloom, DocloomError, file, head_of


@unittest.skipUnless(os.environ.get("DOCLOOM_URL"), "DOCLOOM_URL says no service")
class ServiceTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.docloom = Docloom()
        cls.document = cls.docloom.documents.create(
            {"name": f"Python {uuid.uuid4()}", "type": "html", "output": "pdf", "html": "<h1>Hello {$Name}!</h1>"}
        )

    @classmethod
    def tearDownClass(cls):
        cls.docloom.documents.delete(cls.document["id"])

    def test_has_every_operation_of_the_service(self):
        described = self.docloom.service.get_openapi_json()
        wanted = {
            f"{method.upper()} {path}"
            for path, methods in described["paths"].items()
            for method in methods
        }
        methods = [
            method
            for resource in vars(self.docloom).values()
            for name, method in inspect.getmembers(resource, inspect.ismethod)
            if not name.startswith("_") and method.__doc__
        ]
        found = {line for method in methods for line in re.findall(r"`((?:GET|POST|PUT|DELETE) /\S*)`\n", method.__doc__)}
        self.assertEqual(wanted - found, set())
        for method in methods:
            typing.get_type_hints(method)

    def test_merges(self):
        merged = self.docloom.merge.now(self.document["url"], {"Name": "Ann"})
        self.assertTrue(merged.bytes.startswith(b"%PDF"))
        self.assertTrue(merged.run_id)
        by_id = self.docloom.merge.now({"document": self.document["id"]}, {"Name": "Ann"}, test=True)
        self.assertEqual(by_id.media_type, "application/pdf")
        by_id.close()
        run = self.docloom.runs.get(merged.run_id)
        self.assertEqual(run["status"], "done")

    def test_does_not_merge_twice_under_one_key(self):
        key = str(uuid.uuid4())
        runs = [
            self.docloom.merge.later(self.document["url"], {"Name": "Ann"}, idempotency_key=key) for _ in range(2)
        ]
        self.assertEqual(runs[0], runs[1])

    def test_changes_only_what_is_as_it_was_seen(self):
        seen = self.docloom.documents.get(self.document["id"])
        etag = head_of(seen).etag
        self.assertIsNone(self.docloom.documents.get(self.document["id"], if_none_match=etag))
        self.docloom.documents.update(self.document["id"], {"name": f"Changed {uuid.uuid4()}"}, if_match=etag)
        with self.assertRaises(DocloomError) as caught:
            self.docloom.documents.update(self.document["id"], {"name": "Late"}, if_match=etag)
        self.assertEqual(caught.exception.status, 412)

    def test_works_on_files_small_and_large(self):
        with tempfile.TemporaryDirectory() as folder:
            pdf = pathlib.Path(self.docloom.merge.now(self.document["url"], {"Name": "Ann"}).save(folder))
            self.assertEqual(self.docloom.tools.pdf_info({"file": file(pdf)})["pages"], 1)
            # a comment at its end makes it large enough to go as a part of a form
            large = pathlib.Path(folder, "large.pdf")
            large.write_bytes(pdf.read_bytes() + b"\n%" + b" " * (7 * 1024 * 1024) + b"\n")
            combined = self.docloom.tools.combine({"output": "pdf", "files": [file(large), file(pdf)]})
            both = pathlib.Path(combined.save(pathlib.Path(folder, "both.pdf")))
            self.assertEqual(self.docloom.tools.pdf_info({"file": file(both)})["pages"], 2)

    def test_fills_a_template_that_is_sent_along(self):
        template = {"name": "a.html", "contents": b"<p>{$Name}</p>"}
        merged = self.docloom.tools.merge({"file": template, "data": {"Name": "Ann"}, "output": "html"})
        self.assertIn(b"Ann", merged.bytes)

    def test_merges_a_list(self):
        accepted = self.docloom.merge.batch_document(self.document["id"], b"Name\nAnn\nBob\n", content_type="text/csv")
        self.assertEqual(accepted["records"], 2)

    def test_pages(self):
        for name in ("A", "B", "C"):
            self.docloom.samples.create(self.document["id"], {"name": name, "data": {"Name": name}})
        names = [sample["name"] for sample in self.docloom.every(self.docloom.samples.list, self.document["id"], limit=2)]
        self.assertEqual(sorted(names), ["A", "B", "C"])

    def test_failures_have_codes(self):
        with self.assertRaises(DocloomError) as caught:
            self.docloom.documents.get("999999999")
        self.assertEqual((caught.exception.status, caught.exception.code), (404, "document_not_found"))
        self.assertTrue(caught.exception.request_id)
