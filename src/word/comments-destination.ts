import { XmlEdits } from "../office/xml-edits.ts";
import { parseXml } from "../office/xml-tree.ts";
import { AppendedPart } from "./appended-part.ts";
import { DestinationPart } from "./destination-part.ts";
import { NAMESPACES } from "./namespaces.ts";
import type { WordOutput } from "./word-output.ts";

const EMPTY = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:comments xmlns:w="${NAMESPACES.w}"/>`;
const THREADS_TYPE = "http://schemas.microsoft.com/office/2011/relationships/commentsExtended";
const THREADS_CONTENT = "application/vnd.openxmlformats-officedocument.wordprocessingml.commentsExtended+xml";
const EMPTY_THREADS = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w15:commentsEx xmlns:w15="${NAMESPACES.w15}"/>`;

/** The comments of the combined document (ECMA-376 Part 1, 17.13.4), with their threads (MS-DOCX 2.5.4.2). */
export class CommentsDestination extends AppendedPart {
  readonly #threads: string[] = [];

  constructor(output: WordOutput) {
    super(output, -1);
  }

  /**
   * Adds what is known about a comment's thread: its last paragraph, that of the comment it answers, and whether it is
   * done.
   */
  addThread(paragraph: string, parent: string | undefined, done: string): void {
    const answers = parent === undefined ? "" : ` w15:paraIdParent="${parent}"`;
    this.#threads.push(`<w15:commentEx w15:paraId="${paragraph}"${answers} w15:done="${done === "1" ? 1 : 0}"/>`);
  }

  override finish(): void {
    super.finish();
    if (this.#threads.length > 0) this.#addThreads();
  }

  #addThreads(): void {
    const part = this.output.partOfMain("commentsExtended", EMPTY_THREADS, {
      type: THREADS_TYPE,
      contentType: THREADS_CONTENT,
    });
    const root = parseXml(this.output.text(part) ?? EMPTY_THREADS);
    const edits = new XmlEdits(root.source);
    edits.append(root, this.#threads.join(""));
    this.output.set(part, edits.toString());
  }

  protected open(): DestinationPart {
    if (!this.opened) {
      this.opened = new DestinationPart(this.output, "comments", EMPTY);
      this.last = this.opened.highest("w:comment", "w:id", this.last);
    }
    return this.opened;
  }
}
