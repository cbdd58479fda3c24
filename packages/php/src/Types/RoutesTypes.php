<?php

declare(strict_types=1);

namespace Docloom\Types;

/**
 * Types of `routes`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type SignatureSettings from SharedTypes
 * @phpstan-import-type TemplateWarning from SharedTypes
 * @phpstan-import-type ToolsMergeBodySettingsFillIn from SharedTypes
 *
 * @phpstan-type Route array{
 *   // Identifier of the data route.
 *   id: string,
 *   // The secret part of its merge address.
 *   key: string,
 *   // A name for people.
 *   name: string,
 *   // The merge address: anyone who knows it may merge.
 *   url: string,
 *   // `1`, or `0`: merges are test merges.
 *   active: string,
 *   // Name of the combined file, in the merge language; empty for the name.
 *   output_name: string,
 *   // The folder's whole path; empty for none.
 *   folder: string,
 *   // Days for which merged files are kept; empty for the workspace's default.
 *   retention_days: string,
 *   // How the combined PDF is finished; absent where nothing was set.
 *   settings?: array<string, mixed>,
 *   // The rules, in the order in which they run.
 *   rules: list<RouteRule>,
 *   // What is valid in the name and the rules but most likely does something other than intended; after
 *   // create and update also members of the request that have no effect.
 *   warnings: list<TemplateWarning>,
 * }
 *
 * @phpstan-type RouteRule array{
 *   // Identifier of the rule.
 *   id: string,
 *   // The document that is merged.
 *   document_id?: string,
 *   // Address of the file that is added, in place of a document.
 *   file?: string,
 *   // 1: part of the one combined PDF.
 *   combine: float|int,
 *   // 1: part of the one combined Word document.
 *   combine_docx: float|int,
 *   // Rules run in ascending order of this number.
 *   sort: float|int,
 *   // The list for whose items the rule is repeated; empty for none.
 *   loop_field: string,
 *   // All of them must hold for the rule to fire.
 *   conditions: list<RouteRuleCondition>,
 * }
 *
 * @phpstan-type RouteRuleCondition array{
 *   // The field that is looked at.
 *   field: string,
 *   // How it is compared.
 *   exp: string,
 *   // What it is compared with.
 *   value: string,
 * }
 *
 * @phpstan-type RouteRuleInput array{
 *   // The rule to change; without it a rule is added.
 *   id?: string,
 *   // The document that is merged.
 *   document_id?: string,
 *   // Address of a file that is added as it is, in place of a document; may use the merge language.
 *   file?: string,
 *   // 1: part of the one combined PDF.
 *   combine?: bool,
 *   // 1: part of the one combined Word document.
 *   combine_docx?: bool,
 *   // Rules run in ascending order of this number.
 *   sort?: int,
 *   // A list in the data: the rule runs once for each item.
 *   loop_field?: string,
 *   // All of them must hold for the rule to fire.
 *   conditions?: list<RouteRuleInputCondition>,
 * }
 *
 * @phpstan-type RouteRuleInputCondition array{
 *   // The field that is looked at.
 *   field: string,
 *   // How it is compared: one of `==`, `=`, `eq`, `!=`, `<>`, `ne`, `neq`, `<`, `lt`, `<=`, `le`, `lte`,
 *   // `>`, `gt`, `>=`, `ge`, `gte`, `contains`, `!contains`, `not_contains`.
 *   exp: string,
 *   // What it is compared with.
 *   value?: string,
 * }
 *
 * @phpstan-type RouteSettings array{
 *   // Title that the PDF states; may hold merge fields. Without it: the template's own, else the document's
 *   // name.
 *   title?: string,
 *   // Author that the PDF states; may hold merge fields.
 *   author?: string,
 *   // Pixels per inch, such as 150: pictures with far more are reduced to it in the PDF.
 *   picture_dpi?: int,
 *   // Part and level of PDF/A that the PDF conforms to, such as `3a`; a merge that cannot conform fails.
 *   pdf_a?: '2b'|'2u'|'2a'|'3b'|'3u'|'3a',
 *   // 1: the PDF conforms to PDF/UA-1; a merge that cannot conform fails.
 *   pdf_ua?: bool,
 *   // The PDF of each merge is signed (PAdES) by an identity of the workspace; test merges are not. It
 *   // replaces the setting as a whole.
 *   signature?: SignatureSettings,
 *   // `open`: data gathered under any `_session` are everybody's who knows the merge address. Otherwise,
 *   // without credentials, a session needs a name of at least 20 letters and digits, or `new`.
 *   sessions?: 'unguessable'|'open',
 *   // A page on which people without an account fill it in (`GET .../fill_in` says where). It replaces the
 *   // setting as a whole.
 *   fill_in?: ToolsMergeBodySettingsFillIn,
 * }
 *
 * @phpstan-type RoutesCreateBody array{
 *   // Name of the merged file, in the merge language; the name when empty.
 *   output_name?: string,
 *   // The folder's whole path, such as `Sales/Invoices`; folders that are missing are made. Empty for none.
 *   folder?: string,
 *   // 0: merges are test merges.
 *   active?: bool,
 *   // Days for which merged files are kept, 0: until they are delivered; empty for the workspace's default.
 *   retention_days?: int,
 *   // A name for people.
 *   name: string,
 *   // Rules, each of which merges a document or adds a file.
 *   rules?: list<RouteRuleInput>,
 *   // How the combined PDF is finished; what is not set is what all documents in it agree on. Only the
 *   // members you send are changed; empty text resets one.
 *   settings?: RouteSettings,
 * }
 *
 * @phpstan-type RoutesTestDeliveryBody array{
 *   // Merge data.
 *   data?: array<string, mixed>,
 *   // E-mails: where the test goes in place of the delivery's own recipients.
 *   to?: string,
 * }
 *
 * @phpstan-type RoutesUpdateBody array{
 *   // Name of the merged file, in the merge language; the name when empty.
 *   output_name?: string,
 *   // The folder's whole path, such as `Sales/Invoices`; folders that are missing are made. Empty for none.
 *   folder?: string,
 *   // 0: merges are test merges.
 *   active?: bool,
 *   // Days for which merged files are kept, 0: until they are delivered; empty for the workspace's default.
 *   retention_days?: int,
 *   // A name for people.
 *   name?: string,
 *   // Rules, each of which merges a document or adds a file.
 *   rules?: list<RouteRuleInput>,
 *   // How the combined PDF is finished; what is not set is what all documents in it agree on. Only the
 *   // members you send are changed; empty text resets one.
 *   settings?: RouteSettings,
 * }
 *
 * @phpstan-type RoutesUpdateRulesBody array{
 *   // Rules, each of which merges a document or adds a file.
 *   rules?: list<RouteRuleInput>,
 * }
 *
 * @phpstan-type ShownRoute array{
 *   // Identifier of the data route.
 *   id: string,
 *   // The secret part of its merge address.
 *   key: string,
 *   // A name for people.
 *   name: string,
 *   // The merge address: anyone who knows it may merge.
 *   url: string,
 *   // `1`, or `0`: merges are test merges.
 *   active?: string,
 *   // Name of the combined file, in the merge language; empty for the name.
 *   output_name?: string,
 *   // The folder's whole path; empty for none.
 *   folder?: string,
 *   // Days for which merged files are kept; empty for the workspace's default.
 *   retention_days?: string,
 *   // How the combined PDF is finished; absent where nothing was set.
 *   settings?: array<string, mixed>,
 *   // The rules, in the order in which they run.
 *   rules?: list<RouteRule>,
 *   // What is valid in the name and the rules but most likely does something other than intended; after
 *   // create and update also members of the request that have no effect.
 *   warnings?: list<TemplateWarning>,
 *   // When it was made.
 *   created_at?: string,
 *   // When it was last changed.
 *   updated_at?: string,
 * }
 */
interface RoutesTypes
{
}
