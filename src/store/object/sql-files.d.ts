/** Files of SQL are modules that export their text. */
declare module "*.sql" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: so bundlers make modules of texts.
  export default text;
}
