import { Command } from "commander";
import { UsageError } from "../../project/usage-error.ts";

const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;

/** How each shell takes the script that `docloom complete SHELL` prints. */
const SET_UP: Record<(typeof SHELLS)[number], string> = {
  bash: `echo 'source <(docloom complete bash)' >> ~/.bashrc`,
  zsh: `echo 'source <(docloom complete zsh)' >> ~/.zshrc`,
  fish: "docloom complete fish > ~/.config/fish/completions/docloom.fish",
  powershell: "docloom complete powershell >> $PROFILE",
};

export function completionCommand(): Command {
  return new Command("completion")
    .description("set up shell completion")
    .argument("[shell]", SHELLS.join(", "))
    .addHelpText("after", "\nExample:\n  docloom completion zsh")
    .action((shell: string | undefined) => {
      const chosen = SHELLS.filter((one) => shell === undefined || one === shell);
      if (chosen.length === 0) throw new UsageError(`completion knows ${SHELLS.join(", ")}, not "${shell}".`);
      for (const one of chosen) process.stdout.write(`# ${one}\n${SET_UP[one]}\n`);
    });
}
