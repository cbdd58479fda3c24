import { createContext, useContext } from "react";
import type { OfferedTag } from "./offered-tags.ts";

/** Fields that boxes with merge language offer, of the document or data route they belong to. */
export const OfferedTags = createContext<readonly OfferedTag[]>([]);

export const useOfferedTags = () => useContext(OfferedTags);
