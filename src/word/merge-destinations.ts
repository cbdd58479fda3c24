import { CommentsDestination } from "./comments-destination.ts";
import { NotesDestination } from "./notes-destination.ts";
import { NumberingDestination } from "./numbering-destination.ts";
import { SettingsDestination } from "./settings-destination.ts";
import { StyleDestination } from "./style-destination.ts";
import { Theme } from "./theme.ts";
import { WordOutput } from "./word-output.ts";
import type { WordPackage } from "./word-package.ts";

/** The parts of the combined document that every file may add to. */
export class MergeDestinations {
  readonly output: WordOutput;
  readonly settings: SettingsDestination;
  readonly styles: StyleDestination;
  readonly numbering: NumberingDestination;
  readonly comments: CommentsDestination;
  readonly notes: { footnote: NotesDestination; endnote: NotesDestination };
  readonly theme: Theme;

  constructor(base: WordPackage) {
    this.output = new WordOutput(base);
    this.settings = new SettingsDestination(this.output);
    this.theme = new Theme(base.tree(base.partOfType("theme")), this.settings.root);
    this.styles = new StyleDestination(this.output);
    this.numbering = new NumberingDestination(this.output);
    this.comments = new CommentsDestination(this.output);
    this.notes = {
      footnote: new NotesDestination("footnote", this.output, this.settings),
      endnote: new NotesDestination("endnote", this.output, this.settings),
    };
  }

  /** Writes the parts that were added to. */
  finish(): void {
    this.styles.finish();
    this.numbering.finish();
    this.notes.footnote.finish();
    this.notes.endnote.finish();
    this.comments.finish();
    this.settings.finish();
  }
}
