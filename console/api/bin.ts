import { dataOf } from "../../packages/docloom/src/client/answers.ts";
import { type AnswerOf, api } from "./client.ts";
import { listOptions } from "./lists.ts";

/** Something that was deleted and can come back. */
export type BinItem = AnswerOf<"/api/bin">[number];

export const binList = listOptions(["bin"], (page, signal) => api.GET("/api/bin", { params: { query: page }, signal }));

const pathOf = ({ type, id }: BinItem) => ({ params: { path: { kind: type, item: id } } });

export const restoreItem = (item: BinItem, name?: string) =>
  dataOf(api.POST("/api/bin/{kind}/{item}/restore", { ...pathOf(item), body: name === undefined ? {} : { name } }));

export const removeItem = (item: BinItem) => dataOf(api.DELETE("/api/bin/{kind}/{item}", pathOf(item)));
