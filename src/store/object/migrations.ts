import m0000 from "../../../migrations/0000_foundation.sql";
import m0001 from "../../../migrations/0001_deliveries.sql";
import m0002 from "../../../migrations/0002_sign_in.sql";
import m0003 from "../../../migrations/0003_run_kinds.sql";
import m0004 from "../../../migrations/0004_template_warnings.sql";
import m0005 from "../../../migrations/0005_console.sql";
import m0006 from "../../../migrations/0006_workspace_origin.sql";
import m0007 from "../../../migrations/0007_alerts.sql";
import m0008 from "../../../migrations/0008_signing.sql";
import m0009 from "../../../migrations/0009_fonts.sql";
import m0010 from "../../../migrations/0010_kept_answers_of_runs.sql";
import m0011 from "../../../migrations/0011_sealed_secrets.sql";
import m0012 from "../../../migrations/0012_session_bytes_and_hosts.sql";
import m0013 from "../../../migrations/0013_mail_counts.sql";
import m0014 from "../../../migrations/0014_stored_bytes.sql";
import m0015 from "../../../migrations/0015_runs_by_address.sql";
import m0016 from "../../../migrations/0016_pool_work.sql";
import m0017 from "../../../migrations/0017_mail_servers.sql";
import m0018 from "../../../migrations/0018_people.sql";
import m0019 from "../../../migrations/0019_former_addresses.sql";
import m0020 from "../../../migrations/0020_ways_in.sql";
import m0021 from "../../../migrations/0021_log_and_bin.sql";
import m0022 from "../../../migrations/0022_fill_in_pages.sql";
import m0023 from "../../../migrations/0023_approvals.sql";
import m0024 from "../../../migrations/0024_targets_revision.sql";
import m0025 from "../../../migrations/0025_hooks.sql";
import m0026 from "../../../migrations/0026_run_askers.sql";
import m0027 from "../../../migrations/0027_turnstile_keys.sql";
import m0028 from "../../../migrations/0028_alerts_without_run.sql";
import m0029 from "../../../migrations/0029_places.sql";
import m0030 from "../../../migrations/0030_day_files.sql";
import m0031 from "../../../migrations/0031_moves.sql";
import m0032 from "../../../migrations/0032_jurisdictions.sql";
import m0033 from "../../../migrations/0033_kept_files.sql";
import m0034 from "../../../migrations/0034_settled_runs.sql";
import type { Migration } from "./migrate.ts";

/** All of them, oldest first: the same that D1 gets. */
export const MIGRATIONS: readonly Migration[] = [
  { name: "0000_foundation.sql", text: m0000 },
  { name: "0001_deliveries.sql", text: m0001 },
  { name: "0002_sign_in.sql", text: m0002 },
  { name: "0003_run_kinds.sql", text: m0003 },
  { name: "0004_template_warnings.sql", text: m0004 },
  { name: "0005_console.sql", text: m0005 },
  { name: "0006_workspace_origin.sql", text: m0006 },
  { name: "0007_alerts.sql", text: m0007 },
  { name: "0008_signing.sql", text: m0008 },
  { name: "0009_fonts.sql", text: m0009 },
  { name: "0010_kept_answers_of_runs.sql", text: m0010 },
  { name: "0011_sealed_secrets.sql", text: m0011 },
  { name: "0012_session_bytes_and_hosts.sql", text: m0012 },
  { name: "0013_mail_counts.sql", text: m0013 },
  { name: "0014_stored_bytes.sql", text: m0014 },
  { name: "0015_runs_by_address.sql", text: m0015 },
  { name: "0016_pool_work.sql", text: m0016 },
  { name: "0017_mail_servers.sql", text: m0017 },
  { name: "0018_people.sql", text: m0018 },
  { name: "0019_former_addresses.sql", text: m0019 },
  { name: "0020_ways_in.sql", text: m0020 },
  { name: "0021_log_and_bin.sql", text: m0021 },
  { name: "0022_fill_in_pages.sql", text: m0022 },
  { name: "0023_approvals.sql", text: m0023 },
  { name: "0024_targets_revision.sql", text: m0024 },
  { name: "0025_hooks.sql", text: m0025 },
  { name: "0026_run_askers.sql", text: m0026 },
  { name: "0027_turnstile_keys.sql", text: m0027 },
  { name: "0028_alerts_without_run.sql", text: m0028 },
  { name: "0029_places.sql", text: m0029 },
  { name: "0030_day_files.sql", text: m0030 },
  { name: "0031_moves.sql", text: m0031 },
  { name: "0032_jurisdictions.sql", text: m0032 },
  { name: "0033_kept_files.sql", text: m0033 },
  { name: "0034_settled_runs.sql", text: m0034 },
];
