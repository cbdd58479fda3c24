import type { Relationship } from "../office/relationships.ts";

/**
 * What no combined file carries: code, controls that run code, remote templates, signatures that are no longer valid,
 * and the building blocks of the glossary.
 */
const DROPPED =
  /\/(?:vbaProject|wordVbaData|control|activeXControlBinary|attachedTemplate|attachedToolbars|keyMapCustomizations|customXmlUI|ui\/extensibility|ui\/userCustomization|userCustomization|extensibility|glossaryDocument|printerSettings|mailMergeSource|mailMergeHeaderSource|recipientData)$/;
const DROPPED_FROM_PACKAGE = /\/(?:thumbnail|digital-signature\/origin|classificationlabels)$/;

/** True for relationships that are left out, with their parts. @param ofPackage the relationship is the package's own */
export function isDroppedRelationship({ type }: Relationship, ofPackage: boolean): boolean {
  return DROPPED.test(type) || (ofPackage && DROPPED_FROM_PACKAGE.test(type));
}
