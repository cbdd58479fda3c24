/** A client's own id, if it is short and plain enough to be used in headers, logs and addresses. */
export function acceptedRequestId(sent: string | undefined): string | undefined {
  return sent !== undefined && /^[\w.:-]{1,128}$/.test(sent) ? sent : undefined;
}
