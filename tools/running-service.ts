/** A call of the running service that the command line names: its address, key and secret. */
export async function call(method: string, address: string, body?: unknown): Promise<Response> {
  const [base = "", key = "", secret = ""] = process.argv.slice(2);
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString("base64")}`;
  const response = await fetch(new URL(address, base), {
    method,
    headers: { authorization, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`);

  return response;
}
