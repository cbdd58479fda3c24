import { Button, FileButton, Group, Input } from "@mantine/core";
import { useState } from "react";
import classes from "./fill-in.module.css";

/** Bytes that the service takes. */
const MAX_BYTES = 100_000;

/** The picture above the title. */
export function LogoField({ logo, onChange }: { logo: string; onChange: (logo: string) => void }) {
  const [problem, setProblem] = useState("");

  async function choose(file: File | null) {
    if (!file) return;
    if (file.size > MAX_BYTES) return setProblem("Choose a picture of 100 KB at most.");
    setProblem("");
    onChange(await dataUriOf(file));
  }

  return (
    <Input.Wrapper label="Logo" description="Above the title: PNG, JPEG or WebP, at most 100 KB." error={problem}>
      <Group gap="xs" mt={4}>
        {logo !== "" && <img src={logo} alt="The logo" className={classes.logo} />}
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => void choose(file)}>
          {(props) => (
            <Button variant="default" size="xs" {...props}>
              {logo === "" ? "Choose a picture" : "Another picture"}
            </Button>
          )}
        </FileButton>
        {logo !== "" && (
          <Button variant="default" size="xs" onClick={() => onChange("")}>
            Remove the logo
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}

function dataUriOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("The picture cannot be read"));
    reader.readAsDataURL(file);
  });
}
