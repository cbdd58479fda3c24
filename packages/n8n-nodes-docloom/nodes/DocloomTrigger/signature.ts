import { createHmac, timingSafeEqual } from 'node:crypto';

/** How old a call may be, in seconds, and how far in the future by clocks that differ. */
const TOLERANCE = 300;

/**
 * Whether a call is signed with the hook's secret (Standard Webhooks): HMAC of id, time and the body as it came.
 * @param secret `whsec_` and base64
 */
export function isSigned(
	body: Buffer,
	headers: Record<string, string | string[] | undefined>,
	secret: string,
	now = Date.now(),
): boolean {
	const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => String(headers[`webhook-${name}`] ?? ''));
	const age = Math.abs(now / 1000 - Number(timestamp || Number.NaN));
	if (!(age <= TOLERANCE)) return false;
	const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
	const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
	return signatures.split(' ').some((one) => {
		const [version, text = ''] = one.split(',');
		const given = Buffer.from(text, 'base64');
		return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
	});
}
