import { Loader } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type FillInOwner, previewFillIn, type SentFillIn } from "../../api/fill-in.ts";
import { styleNonce } from "../../app/nonce.ts";
import { Failed } from "../../parts/failed.tsx";
import classes from "./fill-in.module.css";

/** The page as the settings beside it would make it. What is written in it goes nowhere. */
export function PagePreview({ owner, settings }: { owner: FillInOwner; settings: SentFillIn }) {
  const [asked] = useDebouncedValue(settings, 300);
  const { data, error, isFetching } = useQuery({
    queryKey: [owner.kind, owner.id, "fill-in", "preview", asked],
    queryFn: ({ signal }) => previewFillIn(owner, asked, signal),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });

  return (
    <section className={classes.preview} aria-label="Preview" aria-busy={isFetching}>
      {error ? (
        <Failed error={error} title="The page cannot be shown" />
      ) : data === undefined ? (
        <Loader size={18} m="md" role="status" aria-label="Loading the page" />
      ) : (
        <iframe
          title="The page"
          className={classes.page}
          sandbox=""
          // the frame is held to the console's policy: its styles carry the console's nonce
          srcDoc={data.replace("<style>", `<style nonce="${styleNonce}">`)}
        />
      )}
    </section>
  );
}
