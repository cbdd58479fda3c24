/** The schema of errors (RFC 7644, 3.12). */
const ERROR_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:Error";

/** A request of a directory that cannot be done, as SCIM says it. */
export class ScimError extends Error {
  override readonly name = "ScimError";
  readonly status: number;
  readonly scimType:
    | "invalidFilter"
    | "invalidValue"
    | "invalidSyntax"
    | "invalidPath"
    | "uniqueness"
    | "mutability"
    | undefined;

  constructor(status: number, detail: string, scimType?: ScimError["scimType"]) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }

  toJSON() {
    return {
      schemas: [ERROR_SCHEMA],
      status: String(this.status),
      ...(this.scimType ? { scimType: this.scimType } : {}),
      detail: this.message,
    };
  }
}
