import { Anchor, type AnchorProps, Button, type ButtonProps, NavLink, type NavLinkProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentPropsWithoutRef, Ref } from "react";

/** A link of the console that looks like a button. */
export const LinkButton = createLink(
  ({
    ref,
    ...props
  }: ButtonProps & Omit<ComponentPropsWithoutRef<"a">, keyof ButtonProps> & { ref?: Ref<HTMLAnchorElement> }) => (
    <Button component="a" ref={ref} {...props} />
  ),
);

/** A link of the console within text. */
export const TextLink = createLink(
  ({
    ref,
    ...props
  }: AnchorProps & Omit<ComponentPropsWithoutRef<"a">, keyof AnchorProps> & { ref?: Ref<HTMLAnchorElement> }) => (
    <Anchor ref={ref} size="sm" {...props} />
  ),
);

/** A link of the console in a list of places. */
export const PlaceLink = createLink(
  ({
    ref,
    ...props
  }: NavLinkProps & Omit<ComponentPropsWithoutRef<"a">, keyof NavLinkProps> & { ref?: Ref<HTMLAnchorElement> }) => (
    <NavLink component="a" ref={ref} {...props} />
  ),
);
