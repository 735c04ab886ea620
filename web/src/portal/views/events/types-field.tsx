import { useState } from 'react';
import { usePortalQuery, type Body } from '#portal/api.ts';
import { SelectField } from '#ui/form.tsx';

type Types = Body<'POST /events/reconcile'>['types'];

/** All types, or those that one of the endpoints takes; not there where all of them take all. */
export function TypesField({ onChange }: { onChange(types: Types): void }) {
  const [chosen, setChosen] = useState('');
  const { data } = usePortalQuery('GET /events/receivers');
  const limited = data?.data.filter(({ event_types: types }) => types.length > 0) ?? [];
  if (limited.length === 0) return null;
  const choose = (id: string): void => {
    setChosen(id);
    onChange(limited.find((one) => one.id === id)?.event_types as Types);
  };
  return (
    <SelectField
      label="Types"
      value={chosen}
      onChange={choose}
      options={[['', 'All types'], ...limited.map(({ id, url }) => [id, `Types sent to ${url}`] as const)]}
    />
  );
}
