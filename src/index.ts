export default {
  async fetch(): Promise<Response> {
    return new Response("docloom");
  },
} satisfies ExportedHandler;
