"""What is sent, and when it is sent again: against a server of this test."""

import base64
import http.server
import json
import pathlib
import sys
import tempfile
import threading
import unittest

from docloom import ConnectionFailed, Docloom, DocloomError, LocalFile, file, head_of


class Server(http.server.ThreadingHTTPServer):
    """Answers what the test says, in turn, and keeps what came."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers = []
        self.requests = []


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def answer(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.server.requests.append((self.command, self.path, dict(self.headers), body))
        status, headers, content = self.server.answers.pop(0) if self.server.answers else (200, {}, b"{}")
        if status == 0:
            self.close_connection = True
            self.connection.close()
            return
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(content)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)
        self.close_connection = True

    do_GET = do_POST = do_PUT = do_DELETE = answer


class TransportTest(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.waits = []
        root = f"http://127.0.0.1:{self.server.server_port}"
        self.docloom = Docloom(root, "key", "sécret", wait=self.waits.append)

    def tearDown(self):
        self.server.shutdown()
        self.server.server_close()

    def answers(self, *answers):
        self.server.answers.extend(answers)

    def problem(self, status, code, headers=None):
        return status, headers or {}, json.dumps({"error": "No.", "code": code, "request_id": "r1"}).encode()

    def test_sends_again_under_one_key_when_the_service_asks_to_wait(self):
        self.answers(self.problem(429, "too_many", {"Retry-After": "7"}), self.problem(500, "x"), (200, {}, b'{"id":"1"}'))
        made = self.docloom.documents.create({"name": "A", "type": "html"})
        self.assertEqual(made["id"], "1")
        keys = {request[2]["Idempotency-Key"] for request in self.server.requests}
        self.assertEqual((len(self.server.requests), len(keys), self.waits[0]), (3, 1, 7))
        self.assertTrue(0.2 < self.waits[1] <= 0.8)

    def test_sends_again_when_the_connection_broke(self):
        self.answers((0, {}, b""), (200, {}, b"[]"))
        self.assertEqual(self.docloom.runs.list(), [])
        self.assertEqual(len(self.server.requests), 2)

    def test_does_not_repeat_what_has_no_key_and_was_possibly_done(self):
        self.answers((0, {}, b""))
        with self.assertRaises(ConnectionFailed):
            self.docloom.account.create_key({"name": "A"})
        self.assertEqual(len(self.server.requests), 1)

    def test_tells_what_the_service_said(self):
        self.answers(self.problem(422, "invalid_member"))
        with self.assertRaises(DocloomError) as caught:
            self.docloom.documents.get("7")
        error = caught.exception
        self.assertEqual((error.status, error.code, error.request_id, str(error)), (422, "invalid_member", "r1", "No."))
        self.assertEqual(len(self.server.requests), 1)

    def test_keeps_keys_of_addresses_out_of_failures(self):
        self.answers(self.problem(404, "no_such_key"))
        with self.assertRaises(DocloomError) as caught:
            self.docloom.merge.now(f"http://127.0.0.1:{self.server.server_port}/merge/7/SECRET?x=1", {})
        self.assertNotIn("SECRET", caught.exception.request)
        self.assertNotIn("Authorization", self.server.requests[0][2])

    def test_sends_credentials_as_utf8(self):
        self.docloom.account.get()
        sent = self.server.requests[0][2]["Authorization"].split(" ")[1]
        self.assertEqual(base64.b64decode(sent).decode(), "key:sécret")

    def test_sends_small_files_as_base64_and_large_ones_as_parts(self):
        with tempfile.TemporaryDirectory() as folder:
            small, large = pathlib.Path(folder, "a.pdf"), pathlib.Path(folder, 'b "ü".pdf')
            small.write_bytes(b"small")
            large.write_bytes(b"x" * (7 * 1024 * 1024))
            self.answers(self.problem(503, "busy"))
            self.docloom.tools.flatten_pdf({"file": file(small)})
            self.docloom.tools.split_pdf({"file": file(large), "extract": "1", "password": True})
        body = json.loads(self.server.requests[1][3])
        self.assertEqual(body, {"file": {"name": "a.pdf", "contents": base64.b64encode(b"small").decode()}})
        headers, form = self.server.requests[2][2:]
        self.assertTrue(headers["Content-Type"].startswith("multipart/form-data; boundary="))
        self.assertEqual(int(headers["Content-Length"]), len(form))
        self.assertIn('name="file[contents]"; filename="b %22ü%22.pdf"'.encode(), form)
        self.assertIn(b'name="password"\r\n\r\n1\r\n', form)
        self.assertEqual(form.count(b"x" * (7 * 1024 * 1024)), 1)

    def test_takes_bytes_and_open_files(self):
        with tempfile.TemporaryFile() as source:
            source.write(b"open")
            source.seek(0)
            self.docloom.tools.combine({"files": [{"name": "a.pdf", "contents": b"bytes"}, {"name": "b", "contents": source}]})
        contents = [each["contents"] for each in json.loads(self.server.requests[0][3])["files"]]
        self.assertEqual([base64.b64decode(each) for each in contents], [b"bytes", b"open"])

    def test_sends_a_list_as_it_is_and_again_from_its_beginning(self):
        with tempfile.TemporaryDirectory() as folder:
            rows = pathlib.Path(folder, "rows.csv")
            rows.write_bytes(b"Name\nAnn\n")
            self.answers(self.problem(503, "busy"))
            self.docloom.merge.batch_document("7", LocalFile(rows), content_type="text/csv", deliver=False)
        method, path, headers, body = self.server.requests[1]
        self.assertEqual((path, headers["Content-Type"], body), ("/api/documents/7/batch?deliver=0", "text/csv", b"Name\nAnn\n"))

    def test_saves_a_file_under_its_name_and_keeps_it_in_the_folder(self):
        disposition = "attachment; filename=\"x.pdf\"; filename*=UTF-8''..%2F%C3%BC.pdf"
        self.answers((200, {"Content-Type": "application/pdf", "Content-Disposition": disposition, "X-Run-Id": "9"}, b"%PDF"))
        with tempfile.TemporaryDirectory() as folder:
            answered = self.docloom.merge.now({"document": "7"}, {"Name": "Ann"})
            saved = pathlib.Path(answered.save(folder))
            self.assertEqual((saved.name, saved.parent, saved.read_bytes()), ("ü.pdf", pathlib.Path(folder), b"%PDF"))
        self.assertEqual((answered.run_id, self.server.requests[0][1]), ("9", "/api/documents/7/merge?download=1"))

    def test_leaves_the_old_file_when_the_new_one_breaks_off(self):
        self.answers((200, {"Content-Type": "application/pdf", "Content-Length": "10"}, b"%PDF"))
        with tempfile.TemporaryDirectory() as folder:
            target = pathlib.Path(folder, "a.pdf")
            target.write_bytes(b"old")
            with self.assertRaises(EOFError):
                self.docloom.merge.now({"document": "7"}, {}).save(target)
            self.assertEqual([target.read_bytes(), len(list(pathlib.Path(folder).iterdir()))], [b"old", 1])

    def test_goes_through_all_pages_and_knows_etags(self):
        link = {"Link": '</api/runs?cursor=a%20b&limit=1>; rel="next"', "ETag": '"1"'}
        self.answers((200, link, b'[{"id":"1"}]'), (200, {}, b'[{"id":"2"}]'))
        runs = self.docloom.every(self.docloom.runs.list, limit=1)
        self.assertEqual([run["id"] for run in runs], ["1", "2"])
        self.assertEqual(self.server.requests[1][1], "/api/runs?limit=1&cursor=a+b")
        self.answers((200, {"ETag": '"5"'}, b'{"id":"7"}'), (304, {}, b""))
        etag = head_of(self.docloom.documents.get("7")).etag
        self.assertIsNone(self.docloom.documents.get("7", if_none_match=etag))
        self.assertEqual(self.server.requests[3][2]["If-None-Match"], '"5"')

    def test_answers_of_proxies_are_failures_in_words(self):
        self.docloom = Docloom(f"http://127.0.0.1:{self.server.server_port}", retries=0)
        self.answers((502, {"Content-Type": "text/html"}, b"<h1>Bad gateway</h1>"))
        with self.assertRaisesRegex(DocloomError, "status 502"):
            self.docloom.account.get()


if __name__ == "__main__":
    sys.exit(unittest.main())
