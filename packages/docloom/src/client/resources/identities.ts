import { dataOf } from "../answers.ts";
import type { Api } from "../api.ts";
import { type FileContents, wireContents } from "../bytes.ts";

/** The key and certificates: PKCS#12 with its password, or PEM. */
export interface IdentityFile {
  contents: FileContents;
  password?: string;
}

/** Signers for the workspace; keys go in, and never come out. */
export function identitiesResource(api: Api) {
  const sent = async ({ contents, password }: IdentityFile) => ({
    file: await wireContents(contents),
    ...(password === undefined ? {} : { password }),
  });

  return {
    list: () => dataOf(api.GET("/api/identities", {})),

    create: async (name: string, file: IdentityFile) =>
      dataOf(api.POST("/api/identities", { body: { name, ...(await sent(file)) } })),

    /** A renewed certificate: documents that name the identity sign with it immediately. */
    replace: async (id: string, file: IdentityFile) =>
      dataOf(api.PUT("/api/identities/{id}", { params: { path: { id } }, body: await sent(file) })),

    delete: (id: string) => dataOf(api.DELETE("/api/identities/{id}", { params: { path: { id } } })),
  };
}
