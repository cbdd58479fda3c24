"""Operations of `tools`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import Optional

from ..files import AnsweredFile
from ..transport import Resource
from ..types import tools as tools_types


class ToolsOperations(Resource):
    def merge(
        self,
        body: Optional[tools_types.ToolsMergeBody] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> AnsweredFile:
        """Fill a template that is sent along.

        The template (docx, xlsx, pptx, pdf or html; what it is follows from its content) and the
        data come in one call, the answer is the file, and nothing is kept: no document, no run.
        `settings` are those of a document (`pdf_a`, `pdf_ua`, `signature`, `e_invoice`, `locale`
        ...), and `password`, `user_password` and `permissions` for the PDF. In a multipart body
        `data` and `settings` may be JSON. An e-invoice that is a file of its own comes with the PDF
        in a ZIP archive. The header `Conversion-Warnings` (a list of strings, RFC 9651) tells what
        could not be done as asked. With the header `Prefer: respond-async` the answer is 202 at
        once: `GET /api/runs/<id>` tells when the work is done and links to the file, which is kept
        for a day. A member `delivery` (`{type, settings}`) asks for the same, and has the file sent
        by webhook, e-mail or to a store of yours.

        `POST /api/tools/merge`
        """
        return self.call(
            "POST",
            "/api/tools/merge",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def combine(
        self,
        body: tools_types.ToolsCombineBody,
        *,
        bookmark: Optional[bool] = None,
        test: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
    ) -> AnsweredFile:
        """Combine several files into one.

        Files of any kind that `convert_to_pdf` takes become one PDF, in the order given, with an
        outline entry for each where one of them has an outline or `bookmark=1` asks for it; or one
        Word document, whose base is the first file: Word files keep their styles, lists, notes,
        headers and footers, html becomes paragraphs and tables, sheets become tables, pictures,
        slides and PDF pages pictures. The files may total 100 MB. A problem names all files that
        cannot be used, up to ten. With the header `Prefer: respond-async` the answer is 202 at
        once: `GET /api/runs/<id>` tells when the work is done and links to the file, which is kept
        for a day. A member `delivery` (`{type, settings}`) asks for the same, and has the file sent
        by webhook, e-mail or to a store of yours.

        :param bookmark: 1: each file has its outline entry in the PDF in any case.
        :param test: Taken from old clients: a tool has no test mode.

        `POST /api/tools/combine`
        """
        return self.call(
            "POST",
            "/api/tools/combine",
            query={"bookmark": bookmark, "test": test},
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def combine_pdf(
        self,
        body: tools_types.ToolsCombinePdfBody,
        *,
        bookmark: Optional[bool] = None,
        test: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
    ) -> AnsweredFile:
        """Combine several files into one PDF.

        What `combine` does, with PDF as its output unless `output` says otherwise; `bookmark` and
        `test` may be in the query. With the header `Prefer: respond-async` the answer is 202 at
        once: `GET /api/runs/<id>` tells when the work is done and links to the file, which is kept
        for a day. A member `delivery` (`{type, settings}`) asks for the same, and has the file sent
        by webhook, e-mail or to a store of yours.

        :param bookmark: 1: each file has its outline entry in the PDF in any case.
        :param test: Taken from old clients: a tool has no test mode.

        `POST /api/tools/combine_pdf`
        """
        return self.call(
            "POST",
            "/api/tools/combine_pdf",
            query={"bookmark": bookmark, "test": test},
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def convert_to_pdf(
        self,
        body: tools_types.ToolsConvertToPdfBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> AnsweredFile:
        """Convert a file to PDF.

        Files under a password are opened with the file's `password`. What the file is follows from
        its content; the name only tells html, txt and csv from each other. A PDF stays as it is.
        Pictures (JPEG, PNG, GIF, WebP, BMP, TIFF) become one page of their size at their
        resolution, a TIFF a page for each of its own (at most 500, 200 MiB uncompressed), html
        files pages of the size that is asked for, that their style sheets say (`@page`), or of US
        Letter, without their scripts. The header `Conversion-Warnings` (a list of strings, RFC
        9651) tells what could not be kept, With `pdf_a` or `pdf_ua` the PDF conforms to the
        standard, or the answer names the clauses that keep it from conforming; a PDF is then
        written anew. With the header `Prefer: respond-async` the answer is 202 at once: `GET
        /api/runs/<id>` tells when the work is done and links to the file, which is kept for a day.
        A member `delivery` (`{type, settings}`) asks for the same, and has the file sent by
        webhook, e-mail or to a store of yours.

        `POST /api/tools/convert_to_pdf`
        """
        return self.call(
            "POST",
            "/api/tools/convert_to_pdf",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def convert_to_pdfa(
        self,
        body: tools_types.ToolsConvertToPdfaBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> AnsweredFile:
        """Make a PDF conform to PDF/A.

        Mends what can be mended without changing what the pages show: output intent, metadata,
        annotations, fonts that are not embedded and have a twin of the same widths. Takes out what
        is not allowed: scripts, launch actions, encryption. What it took out is in the header
        `Conversion-Warnings`. What cannot be mended is refused with the clauses that it breaks. The
        answer was checked as `validate_pdf` does. With the header `Prefer: respond-async` the
        answer is 202 at once: `GET /api/runs/<id>` tells when the work is done and links to the
        file, which is kept for a day. A member `delivery` (`{type, settings}`) asks for the same,
        and has the file sent by webhook, e-mail or to a store of yours.

        `POST /api/tools/convert_to_pdfa`
        """
        return self.call(
            "POST",
            "/api/tools/convert_to_pdfa",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def compress_pdf(
        self,
        body: tools_types.ToolsCompressPdfBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> AnsweredFile:
        """Compress a PDF.

        Nothing is lost but pixels nobody sees: fields, outlines, links, attachments, tags and
        layers stay. The answer is never larger than the input; one that cannot become smaller is
        answered as it is, with its signatures. With the header `Prefer: respond-async` the answer
        is 202 at once: `GET /api/runs/<id>` tells when the work is done and links to the file,
        which is kept for a day. A member `delivery` (`{type, settings}`) asks for the same, and has
        the file sent by webhook, e-mail or to a store of yours.

        `POST /api/tools/compress_pdf`
        """
        return self.call(
            "POST",
            "/api/tools/compress_pdf",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def encrypt_pdf(
        self,
        body: tools_types.ToolsEncryptPdfBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> AnsweredFile:
        """Encrypt a PDF with passwords and permissions.

        `password` is the owner's and lifts the restrictions; `user_password` opens the file. One of
        the two is enough. Permissions: Printing, DegradedPrinting, ModifyContents, Assembly,
        CopyContents, FillIn, AllFeatures. With the header `Prefer: respond-async` the answer is 202
        at once: `GET /api/runs/<id>` tells when the work is done and links to the file, which is
        kept for a day. A member `delivery` (`{type, settings}`) asks for the same, and has the file
        sent by webhook, e-mail or to a store of yours.

        `POST /api/tools/encrypt_pdf`
        """
        return self.call(
            "POST",
            "/api/tools/encrypt_pdf",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def split_pdf(
        self,
        body: tools_types.ToolsSplitPdfBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> AnsweredFile:
        """Split a PDF, or extract or remove pages.

        Page ranges are items such as `1-3, 5, 7-8`. The answer is a ZIP archive in all cases. With
        the header `Prefer: respond-async` the answer is 202 at once: `GET /api/runs/<id>` tells
        when the work is done and links to the file, which is kept for a day. A member `delivery`
        (`{type, settings}`) asks for the same, and has the file sent by webhook, e-mail or to a
        store of yours.

        `POST /api/tools/split_pdf`
        """
        return self.call(
            "POST",
            "/api/tools/split_pdf",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def rotate_pdf(
        self,
        body: tools_types.ToolsRotatePdfBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> AnsweredFile:
        """Turn pages of a PDF.

        `degrees` clockwise, a multiple of 90; `pages` as ranges, all by default. With the header
        `Prefer: respond-async` the answer is 202 at once: `GET /api/runs/<id>` tells when the work
        is done and links to the file, which is kept for a day. A member `delivery` (`{type,
        settings}`) asks for the same, and has the file sent by webhook, e-mail or to a store of
        yours.

        `POST /api/tools/rotate_pdf`
        """
        return self.call(
            "POST",
            "/api/tools/rotate_pdf",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def stamp_pdf(
        self,
        body: tools_types.ToolsStampPdfBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> AnsweredFile:
        """Write a text across the pages of a PDF.

        `opacity` from 0 to 1, `angle` in degrees counter-clockwise, `font_size` in points, `pages`
        as ranges. With the header `Prefer: respond-async` the answer is 202 at once: `GET
        /api/runs/<id>` tells when the work is done and links to the file, which is kept for a day.
        A member `delivery` (`{type, settings}`) asks for the same, and has the file sent by
        webhook, e-mail or to a store of yours.

        `POST /api/tools/stamp_pdf`
        """
        return self.call(
            "POST",
            "/api/tools/stamp_pdf",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def flatten_pdf(
        self,
        body: tools_types.ToolsCompressPdfBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> AnsweredFile:
        """Turn form fields and annotations into plain content.

        What fields and annotations show stays where it is; nobody can fill or move it any more.
        With the header `Prefer: respond-async` the answer is 202 at once: `GET /api/runs/<id>`
        tells when the work is done and links to the file, which is kept for a day. A member
        `delivery` (`{type, settings}`) asks for the same, and has the file sent by webhook, e-mail
        or to a store of yours.

        `POST /api/tools/flatten_pdf`
        """
        return self.call(
            "POST",
            "/api/tools/flatten_pdf",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def pdf_info(
        self,
        body: tools_types.ToolsPdfInfoBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> tools_types.ToolsPdfInfo:
        """Get the facts about a PDF.

        The answer is JSON. With `password` encrypted files are opened, too. With the header
        `Prefer: respond-async` the answer is 202 at once: `GET /api/runs/<id>` tells when the work
        is done and links to the file, which is kept for a day. A member `delivery` (`{type,
        settings}`) asks for the same, and has the file sent by webhook, e-mail or to a store of
        yours.

        `POST /api/tools/pdf_info`
        """
        return self.call(
            "POST",
            "/api/tools/pdf_info",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def detect_fields(
        self,
        body: tools_types.ToolsPdfInfoBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> tools_types.ToolsDetectFields:
        """Find the places of a PDF that ask to be filled.

        For a PDF without form fields: lines, frames, cells, dots and boxes to tick, with a name
        from the words beside them. Scans are not read. With the header `Prefer: respond-async` the
        answer is 202 at once: `GET /api/runs/<id>` tells when the work is done and links to the
        file, which is kept for a day. A member `delivery` (`{type, settings}`) asks for the same,
        and has the file sent by webhook, e-mail or to a store of yours.

        `POST /api/tools/detect_fields`
        """
        return self.call(
            "POST",
            "/api/tools/detect_fields",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def add_fields(
        self,
        body: tools_types.ToolsAddFieldsBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> AnsweredFile:
        """Add form fields to a PDF.

        Text, check boxes, radio buttons, choices, combs, pictures and signatures at their places;
        what `detect_fields` answers can be sent as it is. With the header `Prefer: respond-async`
        the answer is 202 at once: `GET /api/runs/<id>` tells when the work is done and links to the
        file, which is kept for a day. A member `delivery` (`{type, settings}`) asks for the same,
        and has the file sent by webhook, e-mail or to a store of yours.

        `POST /api/tools/add_fields`
        """
        return self.call(
            "POST",
            "/api/tools/add_fields",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def validate_pdf(
        self,
        body: tools_types.ToolsValidatePdfBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> tools_types.ToolsValidatePdf:
        """Check a PDF against PDF/A or PDF/UA.

        `profile` is a level of PDF/A-2 or PDF/A-3 (`2b`, `2u`, `2a`, `3b`, `3u`, `3a`) or PDF/UA-1
        (`ua1`). What a machine can check is checked: whether an alternative text says what the
        picture shows is for people to judge. With the header `Prefer: respond-async` the answer is
        202 at once: `GET /api/runs/<id>` tells when the work is done and links to the file, which
        is kept for a day. A member `delivery` (`{type, settings}`) asks for the same, and has the
        file sent by webhook, e-mail or to a store of yours.

        `POST /api/tools/validate_pdf`
        """
        return self.call(
            "POST",
            "/api/tools/validate_pdf",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def sign_pdf(
        self,
        body: tools_types.ToolsSignPdfBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> AnsweredFile:
        """Sign a PDF.

        A PAdES signature (B-B; B-T with `timestamp_url`; B-LT with `level`, too) by an identity
        that the workspace keeps, or by a certificate that comes with the request and is not kept.
        It is appended to the file as an update: earlier signatures stay valid. Without `width` and
        `height` it is invisible. With the header `Prefer: respond-async` the answer is 202 at once:
        `GET /api/runs/<id>` tells when the work is done and links to the file, which is kept for a
        day. A member `delivery` (`{type, settings}`) asks for the same, and has the file sent by
        webhook, e-mail or to a store of yours.

        `POST /api/tools/sign_pdf`
        """
        return self.call(
            "POST",
            "/api/tools/sign_pdf",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def prepare_signature(
        self,
        body: tools_types.ToolsPrepareSignatureBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> tools_types.ToolsPrepareSignature:
        """Prepare a PDF for a signature made elsewhere.

        For keys that cannot leave where they are kept: the answer is the PDF with room for the
        signature, and the digest to be signed. Have a detached CMS signature made of it
        (`ETSI.CAdES.detached`), and send both to `insert_signature`. With the header `Prefer:
        respond-async` the answer is 202 at once: `GET /api/runs/<id>` tells when the work is done
        and links to the file, which is kept for a day. A member `delivery` (`{type, settings}`)
        asks for the same, and has the file sent by webhook, e-mail or to a store of yours.

        `POST /api/tools/prepare_signature`
        """
        return self.call(
            "POST",
            "/api/tools/prepare_signature",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def insert_signature(
        self,
        body: tools_types.ToolsInsertSignatureBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> AnsweredFile:
        """Insert a signature made elsewhere.

        The second step after `prepare_signature`: the signature is checked first, and refused if it
        is not for this file or does not hold. So nothing has to be kept between the two. With the
        header `Prefer: respond-async` the answer is 202 at once: `GET /api/runs/<id>` tells when
        the work is done and links to the file, which is kept for a day. A member `delivery`
        (`{type, settings}`) asks for the same, and has the file sent by webhook, e-mail or to a
        store of yours.

        `POST /api/tools/insert_signature`
        """
        return self.call(
            "POST",
            "/api/tools/insert_signature",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def verify_pdf(
        self,
        body: tools_types.ToolsVerifyPdfBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> tools_types.ToolsVerifyPdf:
        """Verify the signatures of a PDF.

        For each signature: whether it holds, who made it and when, what it covers and what was
        changed since. You decide whom to trust: send their certificates as `trusted_certificates`.
        With the header `Prefer: respond-async` the answer is 202 at once: `GET /api/runs/<id>`
        tells when the work is done and links to the file, which is kept for a day. A member
        `delivery` (`{type, settings}`) asks for the same, and has the file sent by webhook, e-mail
        or to a store of yours.

        `POST /api/tools/verify_pdf`
        """
        return self.call(
            "POST",
            "/api/tools/verify_pdf",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def read_invoice(
        self,
        body: tools_types.ToolsPdfInfoBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> tools_types.ToolsReadInvoice:
        """Read the e-invoice in a PDF.

        Factur-X, ZUGFeRD 2, XRechnung and Peppol BIS, in CII or UBL: the one attached to a PDF, or
        an XML file. With the header `Prefer: respond-async` the answer is 202 at once: `GET
        /api/runs/<id>` tells when the work is done and links to the file, which is kept for a day.
        A member `delivery` (`{type, settings}`) asks for the same, and has the file sent by
        webhook, e-mail or to a store of yours.

        `POST /api/tools/read_invoice`
        """
        return self.call(
            "POST",
            "/api/tools/read_invoice",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def validate_invoice(
        self,
        body: tools_types.ToolsPdfInfoBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> tools_types.ToolsValidateInvoice:
        """Check an e-invoice by the rules of its specification.

        EN 16931, Factur-X, XRechnung or Peppol BIS Billing, whatever the invoice says that it is,
        in CII or UBL: the one attached to a PDF, or an XML file. Rules have the names of the
        official ones. With the header `Prefer: respond-async` the answer is 202 at once: `GET
        /api/runs/<id>` tells when the work is done and links to the file, which is kept for a day.
        A member `delivery` (`{type, settings}`) asks for the same, and has the file sent by
        webhook, e-mail or to a store of yours.

        `POST /api/tools/validate_invoice`
        """
        return self.call(
            "POST",
            "/api/tools/validate_invoice",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def page_picture(self, body: tools_types.ToolsPagePictureBody) -> AnsweredFile:
        """Draw a page of a PDF.

        A PNG, or a JPEG where that is much smaller, as the page looks on a screen. Scripts of the
        file do not run.

        `POST /api/tools/page_picture`
        """
        return self.call("POST", "/api/tools/page_picture", body=body)
