/** The members of `settings[signature]` as the form has them; an empty text stands for what is not set. */
export interface SignatureValues {
  identity: string;
  reason: string;
  location: string;
  contact: string;
  field: string;
  isVisible: boolean;
  page: string;
  left: string;
  top: string;
  width: string;
  height: string;
  text: string;
  certify: string;
  timestamp_url: string;
  level: string;
  /** A JPEG or PNG in base64. */
  picture: string;
}

/** Where a signature is put initially: at the head of the first page, in points. */
const FIRST_BOX = { page: "1", left: "56", top: "56", width: "180", height: "60" };

/** What the form begins with. */
export function signatureValues(setting: unknown): SignatureValues {
  const members = typeof setting === "object" && setting !== null ? Object.entries(setting) : [];
  const said = Object.fromEntries(members.map(([name, value]) => [name, String(value ?? "")]));
  const isVisible = Boolean(said.width && said.height);
  const place = isVisible ? { page: "", left: "", top: "", width: "", height: "" } : FIRST_BOX;

  return {
    identity: "",
    reason: "",
    location: "",
    contact: "",
    field: "",
    text: "",
    certify: "",
    timestamp_url: "",
    level: "",
    picture: "",
    ...place,
    ...said,
    isVisible,
  };
}

/** The setting as the service takes it: all of it, or empty text if nobody signs. */
export function signatureSetting({ isVisible, ...values }: SignatureValues): Record<string, string> | "" {
  const { identity, page, left, top, width, height, ...others } = values;
  if (identity === "") return "";
  const given = Object.entries({ ...others, ...(isVisible ? { page, left, top } : {}) }).filter(
    ([, value]) => value !== "",
  );

  // A size that is left empty is sent all the same: the refusal is then shown at its field.
  return { identity, ...Object.fromEntries(given), ...(isVisible ? { width, height } : {}) };
}
