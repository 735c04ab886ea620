import { usePortalAction } from '#portal/api.ts';
import { ColumnChoice } from '#portal/views/files/column-choice.tsx';
import { fieldWords, type Field, type RosterFile } from './messages.ts';

const required: readonly Field[] = ['vehicle.vin', 'member.first_name', 'member.last_name'];

const missingOf = (used: readonly Field[]): string[] =>
  required.filter((field) => !used.includes(field)).map((field) => fieldWords[field].replace(' (required)', ''));

/** Which column of a roster is what. */
export function ColumnMapping({ file }: { readonly file: RosterFile }) {
  const save = usePortalAction('PUT /rosters/{file_id}/mapping', 'Creating the preview');
  return (
    <ColumnChoice<Field>
      columns={file.columns}
      words={fieldWords}
      missing={missingOf}
      submit={file.is_mapped ? 'Update preview' : 'Preview'}
      pending={save.isPending}
      error={save.error}
      onSubmit={(mapping) => save.mutate({ path: { file_id: file.id }, body: { mapping } })}
    />
  );
}
