import classes from "./status-badge.module.css";

const STATUSES: Readonly<Record<string, { label: string; tone: string }>> = {
  accepted: { label: "Queued", tone: "busy" },
  running: { label: "Running", tone: "busy" },
  done: { label: "Done", tone: "good" },
  failed: { label: "Failed", tone: "bad" },
  pending: { label: "Pending", tone: "warning" },
  sending: { label: "Sending", tone: "busy" },
  partial: { label: "Partially sent", tone: "bad" },
  dead: { label: "Failed", tone: "bad" },
  fires: { label: "Fires", tone: "good" },
  silent: { label: "Does not fire", tone: "quiet" },
  held: { label: "Test: not sent", tone: "quiet" },
  kept: { label: "Kept here, not sent", tone: "warning" },
};

/** The status of a delivery as people understand it: a mail that only reached the local mailbox was not sent. */
export const deliveryStatus = ({ status, preview }: { status: string; preview: Record<string, unknown> }): string =>
  status === "done" && preview.kept_here === true ? "kept" : status;

/** The outcome of a run or of a delivery, or the expected one of a rule. */
export function StatusBadge({ status }: { status: string }) {
  const { label, tone } = STATUSES[status] ?? { label: status, tone: "quiet" };

  return (
    <span className={classes.badge} data-tone={tone}>
      {label}
    </span>
  );
}
