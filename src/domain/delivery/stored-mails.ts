/** Whether mails are kept instead of being sent, to be looked at or not: local use. */
export const storesMails = ({ LOCAL_MAILBOX }: { LOCAL_MAILBOX?: string }): boolean =>
  LOCAL_MAILBOX === "1" || LOCAL_MAILBOX === "keep";
