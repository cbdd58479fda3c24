/** The profiles that files can be checked against: levels of ISO 19005-2 and 19005-3, and ISO 14289-1. */
export const VALIDATION_PROFILES = ["2b", "2u", "2a", "3b", "3u", "3a", "ua1"] as const;

export type ValidationProfile = (typeof VALIDATION_PROFILES)[number];

/** What a profile asks for. */
export interface ProfileTraits {
  readonly profile: ValidationProfile;
  readonly standard: "PDF/A" | "PDF/UA";
  readonly part: number;
  /** Of PDF/A: each level includes the ones before it. */
  readonly level: "b" | "u" | "a";
}

export function profileTraits(profile: ValidationProfile): ProfileTraits {
  if (profile === "ua1") return { profile, standard: "PDF/UA", part: 1, level: "b" };
  const level = profile.endsWith("a") ? "a" : profile.endsWith("u") ? "u" : "b";
  return { profile, standard: "PDF/A", part: profile.startsWith("2") ? 2 : 3, level };
}
