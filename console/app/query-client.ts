import { QueryClient } from "@tanstack/react-query";
import { Problem } from "../api/problem.ts";

/** Results stay for half a minute; a request that never got through is tried again, one that was answered is not. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (count, error) => count < 2 && (!(error instanceof Problem) || error.status === 0 || error.status >= 500),
      networkMode: "always",
    },
    mutations: { networkMode: "always" },
  },
});
