import type { AuditResource, AuditValues } from "../domain/audit/entry.ts";

/** People in the log are named by id only: whose name is erased is erased there, too. */
export const personResource = ({ id }: { id: string }): AuditResource => ({ type: "person", id, name: "" });

/** An invitation in the log: the address is in none of its entries. */
export const invitationResource = ({ id }: { id: string }): AuditResource => ({ type: "invitation", id, name: "" });

interface Member {
  role: string;
  folders: readonly { folderId: string; role: string | undefined }[];
}

/** What somebody may. */
export const memberValues = ({ role, folders }: Member): AuditValues => ({
  role,
  ...Object.fromEntries(folders.map(({ folderId, role: here = "none" }) => [`folder.${folderId}`, here])),
});
