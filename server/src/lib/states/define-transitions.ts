/** By action: the statuses from which it is allowed, and the one it leads to. */
type Table<Status extends string, Targets> = {
  readonly [Action in keyof Targets]: { readonly from: readonly Status[]; readonly to: Targets[Action] };
};

type Transitions<Status extends string, Targets> = {
  readonly table: Table<Status, Targets>;
  canMove(status: Status, action: keyof Targets): boolean;
  /** The status that an action leads to; undefined where the table does not allow it. */
  next<Action extends keyof Targets>(status: Status, action: Action): Targets[Action] | undefined;
  /** No action leads out of it. */
  isTerminal(status: Status): boolean;
};

/** The actions of a table of transitions. */
export type ActionOf<Defined extends { readonly table: object }> = keyof Defined['table'];

/** A life cycle as data: transitions that are not in the table are impossible. */
export function defineTransitions<const Status extends string, const Targets extends Readonly<Record<string, Status>>>(
  statuses: readonly Status[],
  table: Table<Status, Targets>,
): Transitions<Status, Targets> {
  const left = new Set(Object.values<{ readonly from: readonly Status[] }>(table).flatMap(({ from }) => from));
  const terminal = new Set(statuses.filter((status) => !left.has(status)));
  const canMove = (status: Status, action: keyof Targets): boolean => table[action].from.includes(status);
  return {
    table,
    canMove,
    next: (status, action) => (canMove(status, action) ? table[action].to : undefined),
    isTerminal: (status) => terminal.has(status),
  };
}
