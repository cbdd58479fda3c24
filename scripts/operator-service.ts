// The running service, as the command line of whoever runs it asks it for what D1 cannot do.
import {
  OPERATOR_ANSWERS,
  OPERATOR_PATH,
  type OperatorAnswer,
  type OperatorCall,
  operatorToken,
} from "../src/domain/operator-calls.ts";

export type OperatorService = <Call extends OperatorCall>(call: Call) => Promise<OperatorAnswer<Call["do"]>>;

export interface ServicePlace {
  /** Undefined where nobody has said it. */
  address: string | undefined;
  /** SECRETS_KEY, as the service has it. */
  secretsKey: string | undefined;
  isRemote: boolean;
}

const WHY = "What is asked for is in an object, which only the service reaches";

/**
 * Each call says what is missing: the service's address, its secret, or the service.
 * @param warn is told of workspaces that did not answer
 */
export function operatorService(
  { address, secretsKey, isRemote }: ServicePlace,
  warn: (warning: string) => void = console.error,
): OperatorService {
  return async <Call extends OperatorCall>(call: Call) => {
    if (!address) throw new Error(`${WHY}: say where it is, by --address https://docs.example.com`);
    if (!secretsKey)
      throw new Error(
        isRemote
          ? `${WHY}: set SECRETS_KEY to the deployment's own, of which \`npm run deploy\` has shown a copy.`
          : `${WHY}: start it once with \`npm start\` or \`npm run serve\`, which makes its SECRETS_KEY.`,
      );
    const response = await fetch(new URL(OPERATOR_PATH, address), {
      method: "POST",
      headers: { authorization: `Bearer ${operatorToken(secretsKey)}`, "content-type": "application/json" },
      body: JSON.stringify(call),
    }).catch((error: Error) => {
      const remedy = isRemote ? "" : " Start it with `npm start` or `npm run serve`, and try again.";
      throw new Error(`${WHY}, and ${address} does not answer (${reasonOf(error)}).${remedy}`);
    });
    if (response.status === 404)
      throw new Error(
        `${WHY}. ${address} does not let this command in: its SECRETS_KEY is another one, or it is of an older version.`,
      );
    const body: unknown = await response.json().catch(() => undefined);
    if (!response.ok) throw new Error(`${address} answers ${response.status}: ${messageOf(body)}`);
    const answer = OPERATOR_ANSWERS[call.do].parse(body);
    if (answer && "not_asked" in answer && answer.not_asked.length > 0)
      warn(
        `These workspaces did not answer, and are left out: ${answer.not_asked.join(", ")}. The service's log says why (operator.workspace_not_asked).`,
      );
    return answer as OperatorAnswer<Call["do"]>;
  };
}

/** What is behind "fetch failed". */
const reasonOf = ({ message, cause }: Error): string => (cause instanceof Error && cause.message) || message;

function messageOf(body: unknown): string {
  const { error } = Object(body) as { error?: unknown };
  return typeof error === "string" ? error : "it gives no reason.";
}
