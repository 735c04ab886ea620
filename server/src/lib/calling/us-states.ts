/** The 50 states and the District of Columbia. */
export const usStates: readonly string[] = (
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO ' +
  'MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'
).split(' ');

type Served = { readonly servedStates: ReadonlySet<string> };

/** Whether a loss in the state is accepted, however the case arrives. An unknown state is accepted. */
export const servesState = ({ servedStates }: Served, state: string | undefined): boolean =>
  state === undefined || servedStates.has(state.toUpperCase());

export const stateNotServed = 'is a state that we do not serve';

/** Why a loss in the state is not accepted, for a user who can correct the state. */
export function findStateProblem(served: Served, state: string | undefined): string | undefined {
  if (state === undefined || servesState(served, state)) return undefined;
  return usStates.includes(state.toUpperCase()) ? stateNotServed : 'is not one of the 50 states or DC';
}
