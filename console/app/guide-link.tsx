import { Anchor } from "@mantine/core";
import { BookOpen } from "lucide-react";
import classes from "./shell.module.css";

/** The page of the guide about what a screen does, by the beginning of the screen's address. */
const PAGES: readonly (readonly [pattern: RegExp, page: string])[] = [
  [/^\/documents\/\d+\/deliveries/, "mails"],
  [/^\/(?:documents|routes)\/\d+\/list/, "lists"],
  [/^\/documents\/\d+\/fill-in/, "fill-in"],
  [/^\/documents\/\d+\/pdf-fields/, "pdf"],
  [/^\/documents\/\d+\/(?:data|merge|integrate)/, "fields"],
  [/^\/documents\/\d+\/(?:settings|versions)/, "lasting"],
  [/^\/documents\/\d+/, "fields"],
  [/^\/documents/, "word"],
  [/^\/routes/, "routes"],
  [/^\/(?:runs|deliveries)/, "mails"],
  [/^\/tools/, "pdf"],
  [/^\/gallery/, "word"],
];

/** Leads from each screen to its page of the guide, beside it: nothing that was typed is left. */
export function GuideLink({ pathname }: { pathname: string }) {
  const place = pathname.replace(/^\/console/, "");
  const page = PAGES.find(([pattern]) => pattern.test(place))?.[1] ?? "";

  return (
    <Anchor href={`/docs/guide/${page}`} target="_blank" rel="noreferrer" size="xs" className={classes.guide}>
      <BookOpen size={15} aria-hidden /> Guide
    </Anchor>
  );
}
