declare module "s3rver" {
  interface Options {
    address?: string;
    port?: number;
    silent?: boolean;
    directory?: string;
    allowMismatchedSignatures?: boolean;
    configureBuckets?: { name: string; configs: string[] }[];
  }

  // biome-ignore lint/style/noDefaultExport: the package has one
  export default class S3rver {
    constructor(options: Options);
    run(): Promise<unknown>;
    close(): Promise<void>;
  }
}
