/** A picture that a mail's html shows by its Content-ID (RFC 2392). */
export interface InlineImage {
  contentId: string;
  name: string;
  mediaType: string;
  bytes: Uint8Array;
}

const DATA_IMAGE =
  /(\ssrc\s*=\s*)(["'])data:(image\/(?:png|jpeg|gif|webp|bmp))((?:;[\w.+-]+=[\w.+-]+)*);base64,([A-Za-z0-9+/=\s]+)\2/gi;

/**
 * Takes the pictures that are in a mail's html as data out of it: most mail programs show parts of the mail but no
 * data addresses. Equal pictures go along once.
 *
 * @param domain of the Content-IDs, which are the same on every try
 */
export function takeInlineImages(html: string, domain: string): { html: string; images: InlineImage[] } {
  const images = new Map<string, InlineImage>();
  const text = html.replace(
    DATA_IMAGE,
    (whole, attribute: string, quote: string, type: string, _parameters: string, base64: string) => {
      const data = base64.replace(/\s+/g, "");
      const image = images.get(data) ?? imageOf(type.toLowerCase(), data, images.size + 1, domain);
      if (!image) return whole;
      images.set(data, image);
      return `${attribute}${quote}cid:${image.contentId}${quote}`;
    },
  );
  return { html: text, images: [...images.values()] };
}

function imageOf(mediaType: string, data: string, number: number, domain: string): InlineImage | undefined {
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    const name = `picture${number}.${mediaType.slice("image/".length).replace("jpeg", "jpg")}`;
    return { contentId: `picture${number}@${domain}`, name, mediaType, bytes };
  } catch {
    return undefined;
  }
}
