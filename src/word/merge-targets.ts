import { CommentsTarget } from "./comments-target.ts";
import { NotesTarget } from "./notes-target.ts";
import { NumberingTarget } from "./numbering-target.ts";
import { SettingsTarget } from "./settings-target.ts";
import { StyleTarget } from "./style-target.ts";
import { Theme } from "./theme.ts";
import { WordOutput } from "./word-output.ts";
import type { WordPackage } from "./word-package.ts";

/** The parts of the combined document that every file may add to. */
export class MergeTargets {
  readonly output: WordOutput;
  readonly settings: SettingsTarget;
  readonly styles: StyleTarget;
  readonly numbering: NumberingTarget;
  readonly comments: CommentsTarget;
  readonly notes: { footnote: NotesTarget; endnote: NotesTarget };
  readonly theme: Theme;

  constructor(base: WordPackage) {
    this.output = new WordOutput(base);
    this.settings = new SettingsTarget(this.output);
    this.theme = new Theme(base.tree(base.partOfType("theme")), this.settings.root);
    this.styles = new StyleTarget(this.output);
    this.numbering = new NumberingTarget(this.output);
    this.comments = new CommentsTarget(this.output);
    this.notes = {
      footnote: new NotesTarget("footnote", this.output, this.settings),
      endnote: new NotesTarget("endnote", this.output, this.settings),
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
