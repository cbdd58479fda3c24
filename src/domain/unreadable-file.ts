/** A reader's refusal: what is wrong with a file, as the end of a sentence ("the file has no document body"). */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
}
