<?php

declare(strict_types=1);

namespace Docloom\Operations;

use Docloom\AnsweredFile;
use Docloom\Resource;
use Docloom\Types\ToolsTypes;

/**
 * Operations of `tools`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type ToolsAddFieldsBody from ToolsTypes
 * @phpstan-import-type ToolsCombineBody from ToolsTypes
 * @phpstan-import-type ToolsCombinePdfBody from ToolsTypes
 * @phpstan-import-type ToolsCompressPdfBody from ToolsTypes
 * @phpstan-import-type ToolsConvertToPdfBody from ToolsTypes
 * @phpstan-import-type ToolsConvertToPdfaBody from ToolsTypes
 * @phpstan-import-type ToolsDetectFields from ToolsTypes
 * @phpstan-import-type ToolsEncryptPdfBody from ToolsTypes
 * @phpstan-import-type ToolsInsertSignatureBody from ToolsTypes
 * @phpstan-import-type ToolsMergeBody from ToolsTypes
 * @phpstan-import-type ToolsPagePictureBody from ToolsTypes
 * @phpstan-import-type ToolsPdfInfo from ToolsTypes
 * @phpstan-import-type ToolsPdfInfoBody from ToolsTypes
 * @phpstan-import-type ToolsPrepareSignature from ToolsTypes
 * @phpstan-import-type ToolsPrepareSignatureBody from ToolsTypes
 * @phpstan-import-type ToolsReadInvoice from ToolsTypes
 * @phpstan-import-type ToolsRotatePdfBody from ToolsTypes
 * @phpstan-import-type ToolsSignPdfBody from ToolsTypes
 * @phpstan-import-type ToolsSplitPdfBody from ToolsTypes
 * @phpstan-import-type ToolsStampPdfBody from ToolsTypes
 * @phpstan-import-type ToolsValidateInvoice from ToolsTypes
 * @phpstan-import-type ToolsValidatePdf from ToolsTypes
 * @phpstan-import-type ToolsValidatePdfBody from ToolsTypes
 * @phpstan-import-type ToolsVerifyPdf from ToolsTypes
 * @phpstan-import-type ToolsVerifyPdfBody from ToolsTypes
 */
class ToolsOperations extends Resource
{
    /**
     * Fill a template that is sent along.
     *
     * The template (docx, xlsx, pptx, pdf or html; what it is follows from its content) and the data come in
     * one call, the answer is the file, and nothing is kept: no document, no run. `settings` are those of a
     * document (`pdf_a`, `pdf_ua`, `signature`, `e_invoice`, `locale` ...), and `password`, `user_password`
     * and `permissions` for the PDF. In a multipart body `data` and `settings` may be JSON. An e-invoice that
     * is a file of its own comes with the PDF in a ZIP archive. The header `Conversion-Warnings` (a list of
     * strings, RFC 9651) tells what could not be done as asked. With the header `Prefer: respond-async` the
     * answer is 202 at once: `GET /api/runs/<id>` tells when the work is done and links to the file, which is
     * kept for a day. A member `delivery` (`{type, settings}`) asks for the same, and has the file sent by
     * webhook, e-mail or to a store of yours.
     *
     * @param ToolsMergeBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return AnsweredFile
     *
     * `POST /api/tools/merge`
     */
    public function merge(array $body = [], string|null $idempotencyKey = null): AnsweredFile
    {
        return $this->call(
            'POST',
            '/api/tools/merge',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Combine several files into one.
     *
     * Files of any kind that `convert_to_pdf` takes become one PDF, in the order given, with an outline entry
     * for each where one of them has an outline or `bookmark=1` asks for it; or one Word document, whose base
     * is the first file: Word files keep their styles, lists, notes, headers and footers, html becomes
     * paragraphs and tables, sheets become tables, pictures, slides and PDF pages pictures. The files may
     * total 100 MB. A problem names all files that cannot be used, up to ten. With the header `Prefer:
     * respond-async` the answer is 202 at once: `GET /api/runs/<id>` tells when the work is done and links to
     * the file, which is kept for a day. A member `delivery` (`{type, settings}`) asks for the same, and has
     * the file sent by webhook, e-mail or to a store of yours.
     *
     * @param ToolsCombineBody $body
     * @param bool|null $bookmark 1: each file has its outline entry in the PDF in any case.
     * @param bool|null $test Taken from old clients: a tool has no test mode.
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return AnsweredFile
     *
     * `POST /api/tools/combine`
     */
    public function combine(
        array $body,
        bool|null $bookmark = null,
        bool|null $test = null,
        string|null $idempotencyKey = null,
    ): AnsweredFile {
        return $this->call(
            'POST',
            '/api/tools/combine',
            query: ['bookmark' => $bookmark, 'test' => $test],
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Combine several files into one PDF.
     *
     * What `combine` does, with PDF as its output unless `output` says otherwise; `bookmark` and `test` may
     * be in the query. With the header `Prefer: respond-async` the answer is 202 at once: `GET
     * /api/runs/<id>` tells when the work is done and links to the file, which is kept for a day. A member
     * `delivery` (`{type, settings}`) asks for the same, and has the file sent by webhook, e-mail or to a
     * store of yours.
     *
     * @param ToolsCombinePdfBody $body
     * @param bool|null $bookmark 1: each file has its outline entry in the PDF in any case.
     * @param bool|null $test Taken from old clients: a tool has no test mode.
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return AnsweredFile
     *
     * `POST /api/tools/combine_pdf`
     */
    public function combinePdf(
        array $body,
        bool|null $bookmark = null,
        bool|null $test = null,
        string|null $idempotencyKey = null,
    ): AnsweredFile {
        return $this->call(
            'POST',
            '/api/tools/combine_pdf',
            query: ['bookmark' => $bookmark, 'test' => $test],
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Convert a file to PDF.
     *
     * Files under a password are opened with the file's `password`. What the file is follows from its
     * content; the name only tells html, txt and csv from each other. A PDF stays as it is. Pictures (JPEG,
     * PNG, GIF, WebP, BMP, TIFF) become one page of their size at their resolution, a TIFF a page for each of
     * its own (at most 500, 200 MiB uncompressed), html files pages of the size that is asked for, that their
     * style sheets say (`@page`), or of US Letter, without their scripts. The header `Conversion-Warnings` (a
     * list of strings, RFC 9651) tells what could not be kept, With `pdf_a` or `pdf_ua` the PDF conforms to
     * the standard, or the answer names the clauses that keep it from conforming; a PDF is then written anew.
     * With the header `Prefer: respond-async` the answer is 202 at once: `GET /api/runs/<id>` tells when the
     * work is done and links to the file, which is kept for a day. A member `delivery` (`{type, settings}`)
     * asks for the same, and has the file sent by webhook, e-mail or to a store of yours.
     *
     * @param ToolsConvertToPdfBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return AnsweredFile
     *
     * `POST /api/tools/convert_to_pdf`
     */
    public function convertToPdf(array $body, string|null $idempotencyKey = null): AnsweredFile
    {
        return $this->call(
            'POST',
            '/api/tools/convert_to_pdf',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Make a PDF conform to PDF/A.
     *
     * Mends what can be mended without changing what the pages show: output intent, metadata, annotations,
     * fonts that are not embedded and have a twin of the same widths. Takes out what is not allowed: scripts,
     * launch actions, encryption. What it took out is in the header `Conversion-Warnings`. What cannot be
     * mended is refused with the clauses that it breaks. The answer was checked as `validate_pdf` does. With
     * the header `Prefer: respond-async` the answer is 202 at once: `GET /api/runs/<id>` tells when the work
     * is done and links to the file, which is kept for a day. A member `delivery` (`{type, settings}`) asks
     * for the same, and has the file sent by webhook, e-mail or to a store of yours.
     *
     * @param ToolsConvertToPdfaBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return AnsweredFile
     *
     * `POST /api/tools/convert_to_pdfa`
     */
    public function convertToPdfa(array $body, string|null $idempotencyKey = null): AnsweredFile
    {
        return $this->call(
            'POST',
            '/api/tools/convert_to_pdfa',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Compress a PDF.
     *
     * Nothing is lost but pixels nobody sees: fields, outlines, links, attachments, tags and layers stay. The
     * answer is never larger than the input; one that cannot become smaller is answered as it is, with its
     * signatures. With the header `Prefer: respond-async` the answer is 202 at once: `GET /api/runs/<id>`
     * tells when the work is done and links to the file, which is kept for a day. A member `delivery`
     * (`{type, settings}`) asks for the same, and has the file sent by webhook, e-mail or to a store of
     * yours.
     *
     * @param ToolsCompressPdfBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return AnsweredFile
     *
     * `POST /api/tools/compress_pdf`
     */
    public function compressPdf(array $body, string|null $idempotencyKey = null): AnsweredFile
    {
        return $this->call(
            'POST',
            '/api/tools/compress_pdf',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Encrypt a PDF with passwords and permissions.
     *
     * `password` is the owner's and lifts the restrictions; `user_password` opens the file. One of the two is
     * enough. Permissions: Printing, DegradedPrinting, ModifyContents, Assembly, CopyContents, FillIn,
     * AllFeatures. With the header `Prefer: respond-async` the answer is 202 at once: `GET /api/runs/<id>`
     * tells when the work is done and links to the file, which is kept for a day. A member `delivery`
     * (`{type, settings}`) asks for the same, and has the file sent by webhook, e-mail or to a store of
     * yours.
     *
     * @param ToolsEncryptPdfBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return AnsweredFile
     *
     * `POST /api/tools/encrypt_pdf`
     */
    public function encryptPdf(array $body, string|null $idempotencyKey = null): AnsweredFile
    {
        return $this->call(
            'POST',
            '/api/tools/encrypt_pdf',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Split a PDF, or extract or remove pages.
     *
     * Page ranges are items such as `1-3, 5, 7-8`. The answer is a ZIP archive in all cases. With the header
     * `Prefer: respond-async` the answer is 202 at once: `GET /api/runs/<id>` tells when the work is done and
     * links to the file, which is kept for a day. A member `delivery` (`{type, settings}`) asks for the same,
     * and has the file sent by webhook, e-mail or to a store of yours.
     *
     * @param ToolsSplitPdfBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return AnsweredFile
     *
     * `POST /api/tools/split_pdf`
     */
    public function splitPdf(array $body, string|null $idempotencyKey = null): AnsweredFile
    {
        return $this->call(
            'POST',
            '/api/tools/split_pdf',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Turn pages of a PDF.
     *
     * `degrees` clockwise, a multiple of 90; `pages` as ranges, all by default. With the header `Prefer:
     * respond-async` the answer is 202 at once: `GET /api/runs/<id>` tells when the work is done and links to
     * the file, which is kept for a day. A member `delivery` (`{type, settings}`) asks for the same, and has
     * the file sent by webhook, e-mail or to a store of yours.
     *
     * @param ToolsRotatePdfBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return AnsweredFile
     *
     * `POST /api/tools/rotate_pdf`
     */
    public function rotatePdf(array $body, string|null $idempotencyKey = null): AnsweredFile
    {
        return $this->call(
            'POST',
            '/api/tools/rotate_pdf',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Write a text across the pages of a PDF.
     *
     * `opacity` from 0 to 1, `angle` in degrees counter-clockwise, `font_size` in points, `pages` as ranges.
     * With the header `Prefer: respond-async` the answer is 202 at once: `GET /api/runs/<id>` tells when the
     * work is done and links to the file, which is kept for a day. A member `delivery` (`{type, settings}`)
     * asks for the same, and has the file sent by webhook, e-mail or to a store of yours.
     *
     * @param ToolsStampPdfBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return AnsweredFile
     *
     * `POST /api/tools/stamp_pdf`
     */
    public function stampPdf(array $body, string|null $idempotencyKey = null): AnsweredFile
    {
        return $this->call(
            'POST',
            '/api/tools/stamp_pdf',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Turn form fields and annotations into plain content.
     *
     * What fields and annotations show stays where it is; nobody can fill or move it any more. With the
     * header `Prefer: respond-async` the answer is 202 at once: `GET /api/runs/<id>` tells when the work is
     * done and links to the file, which is kept for a day. A member `delivery` (`{type, settings}`) asks for
     * the same, and has the file sent by webhook, e-mail or to a store of yours.
     *
     * @param ToolsCompressPdfBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return AnsweredFile
     *
     * `POST /api/tools/flatten_pdf`
     */
    public function flattenPdf(array $body, string|null $idempotencyKey = null): AnsweredFile
    {
        return $this->call(
            'POST',
            '/api/tools/flatten_pdf',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Get the facts about a PDF.
     *
     * The answer is JSON. With `password` encrypted files are opened, too. With the header `Prefer:
     * respond-async` the answer is 202 at once: `GET /api/runs/<id>` tells when the work is done and links to
     * the file, which is kept for a day. A member `delivery` (`{type, settings}`) asks for the same, and has
     * the file sent by webhook, e-mail or to a store of yours.
     *
     * @param ToolsPdfInfoBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return ToolsPdfInfo
     *
     * `POST /api/tools/pdf_info`
     */
    public function pdfInfo(array $body, string|null $idempotencyKey = null): array
    {
        return $this->call(
            'POST',
            '/api/tools/pdf_info',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Find the places of a PDF that ask to be filled.
     *
     * For a PDF without form fields: lines, frames, cells, dots and boxes to tick, with a name from the words
     * beside them. Scans are not read. With the header `Prefer: respond-async` the answer is 202 at once:
     * `GET /api/runs/<id>` tells when the work is done and links to the file, which is kept for a day. A
     * member `delivery` (`{type, settings}`) asks for the same, and has the file sent by webhook, e-mail or
     * to a store of yours.
     *
     * @param ToolsPdfInfoBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return ToolsDetectFields
     *
     * `POST /api/tools/detect_fields`
     */
    public function detectFields(array $body, string|null $idempotencyKey = null): array
    {
        return $this->call(
            'POST',
            '/api/tools/detect_fields',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Add form fields to a PDF.
     *
     * Text, check boxes, radio buttons, choices, combs, pictures and signatures at their places; what
     * `detect_fields` answers can be sent as it is. With the header `Prefer: respond-async` the answer is 202
     * at once: `GET /api/runs/<id>` tells when the work is done and links to the file, which is kept for a
     * day. A member `delivery` (`{type, settings}`) asks for the same, and has the file sent by webhook,
     * e-mail or to a store of yours.
     *
     * @param ToolsAddFieldsBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return AnsweredFile
     *
     * `POST /api/tools/add_fields`
     */
    public function addFields(array $body, string|null $idempotencyKey = null): AnsweredFile
    {
        return $this->call(
            'POST',
            '/api/tools/add_fields',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Check a PDF against PDF/A or PDF/UA.
     *
     * `profile` is a level of PDF/A-2 or PDF/A-3 (`2b`, `2u`, `2a`, `3b`, `3u`, `3a`) or PDF/UA-1 (`ua1`).
     * What a machine can check is checked: whether an alternative text says what the picture shows is for
     * people to judge. With the header `Prefer: respond-async` the answer is 202 at once: `GET
     * /api/runs/<id>` tells when the work is done and links to the file, which is kept for a day. A member
     * `delivery` (`{type, settings}`) asks for the same, and has the file sent by webhook, e-mail or to a
     * store of yours.
     *
     * @param ToolsValidatePdfBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return ToolsValidatePdf
     *
     * `POST /api/tools/validate_pdf`
     */
    public function validatePdf(array $body, string|null $idempotencyKey = null): array
    {
        return $this->call(
            'POST',
            '/api/tools/validate_pdf',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Sign a PDF.
     *
     * A PAdES signature (B-B; B-T with `timestamp_url`; B-LT with `level`, too) by an identity that the
     * workspace keeps, or by a certificate that comes with the request and is not kept. It is appended to the
     * file as an update: earlier signatures stay valid. Without `width` and `height` it is invisible. With
     * the header `Prefer: respond-async` the answer is 202 at once: `GET /api/runs/<id>` tells when the work
     * is done and links to the file, which is kept for a day. A member `delivery` (`{type, settings}`) asks
     * for the same, and has the file sent by webhook, e-mail or to a store of yours.
     *
     * @param ToolsSignPdfBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return AnsweredFile
     *
     * `POST /api/tools/sign_pdf`
     */
    public function signPdf(array $body, string|null $idempotencyKey = null): AnsweredFile
    {
        return $this->call(
            'POST',
            '/api/tools/sign_pdf',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Prepare a PDF for a signature made elsewhere.
     *
     * For keys that cannot leave where they are kept: the answer is the PDF with room for the signature, and
     * the digest to be signed. Have a detached CMS signature made of it (`ETSI.CAdES.detached`), and send
     * both to `insert_signature`. With the header `Prefer: respond-async` the answer is 202 at once: `GET
     * /api/runs/<id>` tells when the work is done and links to the file, which is kept for a day. A member
     * `delivery` (`{type, settings}`) asks for the same, and has the file sent by webhook, e-mail or to a
     * store of yours.
     *
     * @param ToolsPrepareSignatureBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return ToolsPrepareSignature
     *
     * `POST /api/tools/prepare_signature`
     */
    public function prepareSignature(array $body, string|null $idempotencyKey = null): array
    {
        return $this->call(
            'POST',
            '/api/tools/prepare_signature',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Insert a signature made elsewhere.
     *
     * The second step after `prepare_signature`: the signature is checked first, and refused if it is not for
     * this file or does not hold. So nothing has to be kept between the two. With the header `Prefer:
     * respond-async` the answer is 202 at once: `GET /api/runs/<id>` tells when the work is done and links to
     * the file, which is kept for a day. A member `delivery` (`{type, settings}`) asks for the same, and has
     * the file sent by webhook, e-mail or to a store of yours.
     *
     * @param ToolsInsertSignatureBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return AnsweredFile
     *
     * `POST /api/tools/insert_signature`
     */
    public function insertSignature(array $body, string|null $idempotencyKey = null): AnsweredFile
    {
        return $this->call(
            'POST',
            '/api/tools/insert_signature',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Verify the signatures of a PDF.
     *
     * For each signature: whether it holds, who made it and when, what it covers and what was changed since.
     * You decide whom to trust: send their certificates as `trusted_certificates`. With the header `Prefer:
     * respond-async` the answer is 202 at once: `GET /api/runs/<id>` tells when the work is done and links to
     * the file, which is kept for a day. A member `delivery` (`{type, settings}`) asks for the same, and has
     * the file sent by webhook, e-mail or to a store of yours.
     *
     * @param ToolsVerifyPdfBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return ToolsVerifyPdf
     *
     * `POST /api/tools/verify_pdf`
     */
    public function verifyPdf(array $body, string|null $idempotencyKey = null): array
    {
        return $this->call(
            'POST',
            '/api/tools/verify_pdf',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Read the e-invoice in a PDF.
     *
     * Factur-X, ZUGFeRD 2, XRechnung and Peppol BIS, in CII or UBL: the one attached to a PDF, or an XML
     * file. With the header `Prefer: respond-async` the answer is 202 at once: `GET /api/runs/<id>` tells
     * when the work is done and links to the file, which is kept for a day. A member `delivery` (`{type,
     * settings}`) asks for the same, and has the file sent by webhook, e-mail or to a store of yours.
     *
     * @param ToolsPdfInfoBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return ToolsReadInvoice
     *
     * `POST /api/tools/read_invoice`
     */
    public function readInvoice(array $body, string|null $idempotencyKey = null): array
    {
        return $this->call(
            'POST',
            '/api/tools/read_invoice',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Check an e-invoice by the rules of its specification.
     *
     * EN 16931, Factur-X, XRechnung or Peppol BIS Billing, whatever the invoice says that it is, in CII or
     * UBL: the one attached to a PDF, or an XML file. Rules have the names of the official ones. With the
     * header `Prefer: respond-async` the answer is 202 at once: `GET /api/runs/<id>` tells when the work is
     * done and links to the file, which is kept for a day. A member `delivery` (`{type, settings}`) asks for
     * the same, and has the file sent by webhook, e-mail or to a store of yours.
     *
     * @param ToolsPdfInfoBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return ToolsValidateInvoice
     *
     * `POST /api/tools/validate_invoice`
     */
    public function validateInvoice(array $body, string|null $idempotencyKey = null): array
    {
        return $this->call(
            'POST',
            '/api/tools/validate_invoice',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Draw a page of a PDF.
     *
     * A PNG, or a JPEG where that is much smaller, as the page looks on a screen. Scripts of the file do not
     * run.
     *
     * @param ToolsPagePictureBody $body
     * @return AnsweredFile
     *
     * `POST /api/tools/page_picture`
     */
    public function pagePicture(array $body): AnsweredFile
    {
        return $this->call('POST', '/api/tools/page_picture', body: $body);
    }
}
