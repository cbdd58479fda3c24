import base64
import hashlib
import hmac
import time
import unittest

from docloom import InvalidWebhook, verify_webhook

KEY = b"0123456789abcdef01234567"
SECRET = "whsec_" + base64.b64encode(KEY).decode()


def headers(body, seconds=0, key=KEY):
    timestamp = str(int(time.time()) + seconds)
    signature = base64.b64encode(hmac.new(key, f"msg_1.{timestamp}.{body}".encode(), hashlib.sha256).digest()).decode()
    return {"Webhook-Id": "msg_1", "Webhook-Timestamp": timestamp, "Webhook-Signature": f"v1,AAAA v1,{signature}"}


class WebhookTest(unittest.TestCase):
    def test_takes_what_the_service_signed(self):
        body = '{"type":"run.done","data":{"name":"ü.pdf"}}'
        self.assertEqual(verify_webhook(body.encode(), headers(body), SECRET)["data"]["name"], "ü.pdf")
        self.assertEqual(verify_webhook(body, headers(body), ["whsec_AAAA", SECRET])["type"], "run.done")
        self.assertEqual(verify_webhook(body, headers(body, key=b"plain text"), "plain text")["type"], "run.done")

    def test_reads_forms(self):
        body = "type=document.merged&data%5Bname%5D=a.pdf&data%5Bfields%5D%5BName%5D=Ann"
        self.assertEqual(verify_webhook(body, headers(body), SECRET)["data"], {"name": "a.pdf", "fields": {"Name": "Ann"}})

    def test_refuses_others_and_says_why(self):
        body = '{"type":"run.done"}'
        for given, secret, reason in (
            (headers(body, -310), SECRET, "five minutes"),
            (headers(body, 310), SECRET, "five minutes"),
            (headers(body + " "), SECRET, "no signature is right"),
            (headers(body), "whsec_AAAA", "no signature is right"),
            (headers(body), "", "no secret"),
            ({"Webhook-Id": "1"}, SECRET, "webhook-timestamp, webhook-signature"),
        ):
            with self.subTest(reason), self.assertRaisesRegex(InvalidWebhook, reason):
                verify_webhook(body, given, secret)
        with self.assertRaisesRegex(InvalidWebhook, "raw text"):
            verify_webhook({"type": "run.done"}, headers(body), SECRET)
