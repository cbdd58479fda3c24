/**
 * The modules of `src`: which module may import which, and within a module which folder may import which. The reasons are in
 * docs/decisions/modules.md; scripts/check-imports.ts enforces it, and draws docs/architecture.md from it.
 */

/** module -> the modules it may import. A module may import itself and `domain`; files at the top of `src` are modules, too. */
export const MODULES: Readonly<Record<string, readonly string[]>> = {
  "index.ts": ["app.ts", "jobs", "env.ts", "browser", "tool-worker.ts"],
  "tool-worker.ts": ["convert", "api", "app.ts", "jobs", "merge", "env.ts", "http", "store"],
  "app.ts": ["api", "http", "console", "mcp", "store", "env.ts"],
  "env.ts": ["store"],
  domain: [],
  http: ["store", "env.ts"],
  api: [
    "people",
    "invoice",
    "http",
    "merge",
    "delivery",
    "convert",
    "pdf",
    "signing",
    "store",
    "templates",
    "language",
    "lists",
    "outbound",
    "font",
    "geometry",
    "env.ts",
  ],
  console: ["http", "people", "merge", "delivery", "convert", "pdf", "store", "env.ts"],
  people: ["http", "store", "outbound", "delivery", "env.ts"],
  mcp: ["http", "convert", "env.ts"],
  jobs: ["http", "merge", "delivery", "convert", "pdf", "outbound", "store", "env.ts"],
  merge: [
    "language",
    "office",
    "templates",
    "convert",
    "pdf",
    "signing",
    "invoice",
    "delivery",
    "store",
    "browser",
    "outbound",
    "env.ts",
  ],
  templates: ["language", "office", "spreadsheet", "pdf", "font", "image", "geometry", "browser"],
  convert: ["office", "browser", "pdf", "image", "word", "outbound", "pages", "layout", "font"],
  word: ["office", "geometry"],
  delivery: ["language", "outbound", "store", "env.ts"],
  browser: ["outbound", "layout", "font", "image"],
  language: [],
  // tables of people: rows of workbooks and texts as records
  lists: ["office", "spreadsheet"],
  office: [],
  spreadsheet: [],
  // packets of metadata are XML, and there is one scanner for it
  pdf: ["office", "font", "image", "geometry"],
  signing: ["pdf"],
  invoice: ["office", "pdf"],
  outbound: [],
  "sign-in": ["outbound"],
  store: [],
  // runs in the browser
  "page-images": ["browser", "pdf", "geometry"],
  "html-page": [],
  pages: ["layout", "binary", "metafile", "pdf", "office", "font", "image", "geometry"],
  layout: ["office", "spreadsheet", "font", "geometry"],
  binary: ["office", "spreadsheet", "metafile", "font", "image", "geometry"],
  metafile: ["office", "font", "geometry"],
  // files of fonts and of images, which know no PDF
  font: ["geometry"],
  image: ["geometry"],
  geometry: [],
};

/**
 * module -> folder -> the other folders of the module that it may import; `.` are the files beside the folders, which may
 * import every folder. Folders of tests (`testing`) may import all, and nothing but tests may import them.
 */
export const FOLDERS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  layout: {
    word: ["charts", "drawing", "math", "model"],
    sheets: ["charts", "drawing", "flow", "text", "model"],
    slides: ["charts", "drawing", "math", "text", "model"],
    flow: ["drawing", "math", "text", "model"],
    charts: ["drawing", "model"],
    drawing: ["model"],
    math: ["text", "model"],
    text: ["model"],
    model: [],
  },
  pages: {
    pdf: ["display-list"],
    word: ["display-list", "drawing"],
    sheets: ["display-list", "drawing"],
    slides: ["display-list", "drawing"],
    drawing: ["display-list", "svg"],
    svg: ["display-list"],
    "display-list": [],
  },
  binary: { doc: [".", "officeart"], xls: [".", "officeart"], ppt: [".", "officeart"], officeart: ["."] },
  font: {
    library: [".", "shape", "container", "opentype", "substitutes"],
    shape: [".", "opentype"],
    subset: ["opentype", "cff"],
    type1: ["cff"],
    cff: ["."],
    container: ["opentype"],
    metrics: ["substitutes"],
    substitutes: [],
    opentype: [],
  },
  invoice: { rules: [".", "codes", "ubl"], ubl: [".", "codes"], codes: [] },
  language: {
    lint: [".", "compile", "modifiers", "dates"],
    compile: [".", "modifiers"],
    modifiers: [".", "dates", "regex"],
    dates: ["regex"],
    regex: [],
  },
  templates: {
    docx: [".", "ooxml"],
    pptx: [".", "ooxml"],
    xlsx: [".", "ooxml"],
    pdf: [".", "ooxml", "barcode"],
    html: [".", "ooxml", "barcode"],
    // places of old letters that are filled in by hand
    placeholders: ["docx", "ooxml"],
    ooxml: [".", "barcode"],
    barcode: [],
  },
  spreadsheet: { formula: ["."] },
  image: { jpeg: ["."], png: [".", "compression"], webp: ["."], jbig2: [], ccitt: ["."], compression: [] },
  pdf: {
    operations: [".", "assembly", "compress", "crypt", "filters", "form", "signature", "text"],
    validate: [".", "content", "filters", "text", "xmp"],
    finalize: [".", "filters", "xmp"],
    pdfa: [".", "content", "filters", "finalize", "form", "operations", "text", "validate", "xmp"],
    signature: [".", "content", "extract", "filters", "form", "text"],
    xmp: ["."],
    assembly: [".", "filters"],
    compress: [".", "content", "extract", "filters", "image", "text"],
    detect: [".", "content", "extract", "text"],
    extract: [".", "content", "text"],
    form: [".", "filters", "text"],
    text: ["."],
    content: [".", "filters"],
    image: [".", "filters"],
    crypt: [".", "filters"],
    filters: ["."],
  },
  convert: { word: [".", "office"], office: ["."] },
  domain: { access: [], delivery: ["."], text: ["."] },
  "sign-in": { openid: ["."], passkeys: ["."], access: ["."], scim: ["."] },
  http: { body: ["."], openapi: [".", "body"] },
  delivery: { kinds: [".", "email"], email: ["."] },
  merge: {
    batch: [".", "accept", "pdf", "run"],
    route: [".", "accept", "document", "pdf", "run"],
    document: [".", "pdf", "run"],
    accept: [".", "run"],
    pdf: [".", "run"],
    run: ["."],
  },
  api: {
    addresses: ["deliveries"],
    deliveries: ["documents", "routes"],
    merge: ["documents", "routes"],
    runs: ["deliveries", "documents", "merge", "service"],
    routes: ["documents"],
    account: ["deliveries", "documents"],
    "mail-server": [],
    documents: [],
    files: [],
    folders: ["documents"],
    fonts: [],
    // files of fonts and of images, which know no PDF
    font: [],
    image: [],
    identities: [],
    keys: [],
    samples: ["documents", "runs"],
    templates: ["deliveries", "documents", "merge", "routes", "samples"],
    versions: ["documents", "merge", "runs", "samples"],
    local: [],
    service: [],
    tools: ["deliveries", "documents", "merge"],
  },
  store: { addresses: [".", "schema"], schema: [] },
};

/** The modules whose folders docs/architecture.md draws. */
export const DRAWN_ROOMS = ["layout", "templates", "language", "pdf"] as const;

/** package -> the only modules that may name it. */
export const OWNED_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  "@cloudflare/puppeteer": ["browser"],
  "drizzle-orm": ["store"],
  "cloudflare:sockets": ["outbound"],
  "@cantoo/pdf-lib": ["pdf"],
  asn1js: ["signing"],
  pkijs: ["signing"],
  "@modelcontextprotocol/server": ["mcp"],
  "@simplewebauthn/server": ["sign-in"],
  jose: ["sign-in"],
  oauth4webapi: ["sign-in"],
};

/** Files that import each other because what they handle is recursive. Nothing else may. */
export const RECURSIVE: readonly { files: readonly string[]; because: string }[] = [
  {
    files: [
      "language/compile/compile-expression.ts",
      "language/compile/compile-operators.ts",
      "language/compile/compile-modifiers.ts",
      "language/compile/compile-nodes.ts",
      "language/compile/compile-loops.ts",
      "language/compile/assign.ts",
      "language/compile/function-tags.ts",
      "language/compile/math-tag.ts",
    ],
    because: "expressions hold texts with tags, and tags hold expressions",
  },
  {
    files: ["language/expression.ts", "language/string-template.ts", "language/tag.ts"],
    because: "a quoted text holds tags, whose attributes are expressions, which hold quoted texts",
  },
  {
    files: ["layout/model/blocks.ts", "layout/model/shapes.ts"],
    because: "a paragraph holds shapes, and a text box holds paragraphs",
  },
  {
    files: ["layout/flow/stack-layout.ts", "layout/flow/table-layout.ts", "layout/flow/frame-anchor.ts"],
    because: "a cell and a frame hold blocks, which are tables and frames again",
  },
  {
    files: ["pdf/document.ts", "pdf/page-tree.ts"],
    because: "the trees of a document are read through the document, which resolves their references",
  },
  {
    files: ["word/source-styles.ts", "word/source-numbering.ts"],
    because: "styles name lists, and the levels of lists name styles",
  },
  {
    files: ["spreadsheet/formula/calculator.ts", "spreadsheet/formula/function-definition.ts"],
    because: "functions calculate their arguments, which are formulas with functions",
  },
];
