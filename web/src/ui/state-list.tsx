import { stateListId, states } from '#lib/facts.ts';

/** Suggestions for fields that take a state: its name is shown, its code is sent. */
export const StateList = () => (
  <datalist id={stateListId}>
    {[...states].map(([code, name]) => (
      <option key={code} value={name}>
        {code}
      </option>
    ))}
  </datalist>
);
