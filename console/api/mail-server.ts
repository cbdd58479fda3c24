import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../packages/docloom/src/client/answers.ts";
import { api } from "./client.ts";

/** How mails of the workspace leave. */
export const mailServerQuery = queryOptions({
  queryKey: ["mail-server"],
  queryFn: () => dataOf(api.GET("/api/mail_server", { params: { query: {} } })),
});
