/** The vocabulary of data routes (interface 2.7 and 2.8, decisions "Rules of a data route"). */

/** One condition of a rule; all must hold. `field` may be a path. */
export interface RuleCondition {
  field: string;
  exp: string;
  value: string;
}
