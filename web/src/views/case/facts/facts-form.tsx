import { useQuery } from '@tanstack/react-query';
import { factsQuery } from '#api/case-queries.ts';
import type { CaseFacts, ChangedFacts } from '#api/types.ts';
import { fieldGroups, labelOf, showValue } from '#lib/fact-fields.ts';
import { ErrorMessage } from '#ui/error-message.tsx';
import { StateList } from '#ui/state-list.tsx';
import { FactInput } from './fact-input.tsx';
import { useFactsEdit, type Typed } from './use-facts-edit.ts';

type FactsFormProps = { readonly caseId: string; onSaved(changed: ChangedFacts): void; onCancel(): void };

export function FactsForm(props: FactsFormProps) {
  const { data, error } = useQuery(factsQuery(props.caseId));
  if (data === undefined)
    return error === null ? <p className="mt-2 text-soft">Loading…</p> : <ErrorMessage error={error} />;
  return <LoadedForm {...props} loaded={data} />;
}

/** All editable facts of a case; untouched fields are not sent. */
function LoadedForm(props: FactsFormProps & { readonly loaded: CaseFacts }) {
  const edit = useFactsEdit(props);
  const { base, typed, conflict, problems, error } = edit;
  return (
    <form className="mt-2 grid gap-3" onSubmit={edit.submit} noValidate aria-label="Facts of the case">
      <StateList />
      {conflict !== undefined && <Conflict mine={typed} base={base} theirs={conflict} onAccept={edit.acceptConflict} />}
      {fieldGroups.map(({ title, fields }) => (
        <fieldset key={title} className="grid gap-2">
          <legend className="text-[0.85em] font-semibold text-faint">{title}</legend>
          {fields.map((info) => (
            <FactInput
              key={info.field}
              info={info}
              fact={base.fields.find(({ field }) => field === info.field)}
              typed={typed[info.field]}
              problem={problems[info.field]}
              withdrawn={edit.withdrawn.includes(info.field)}
              onType={(text) => edit.type(info.field, text)}
              onWithdraw={() => edit.withdraw(info.field)}
              onUseVehicle={edit.takeVehicle}
            />
          ))}
        </fieldset>
      ))}
      {error !== null && conflict === undefined && Object.keys(problems).length === 0 && (
        <p role="alert" className="text-bad">
          {error.message}
        </p>
      )}
      <p className="flex flex-wrap gap-2">
        <button type="submit" className="button-main" disabled={edit.isSaving || conflict !== undefined}>
          {edit.isSaving ? 'Saving…' : 'Save facts'}
        </button>
        <button type="button" className="button" onClick={props.onCancel}>
          Cancel
        </button>
      </p>
    </form>
  );
}

type ConflictProps = {
  readonly mine: Typed;
  readonly base: CaseFacts;
  readonly theirs: CaseFacts;
  onAccept(): void;
};

/** Another user's changes, next to this user's input; nothing is lost until one of them is saved. */
function Conflict({ mine, base, theirs, onAccept }: ConflictProps) {
  const changed = theirs.fields.filter((fact, index) => fact.value !== base.fields[index]?.value);
  return (
    <div role="alert" className="rounded-md bg-warn-soft p-2 text-warn">
      <p className="font-semibold">Someone changed these facts while you were typing.</p>
      <ul className="mt-1 grid gap-1">
        {changed.map(({ field, value, by }) => (
          <li key={field}>
            {labelOf(field)}: {by ?? 'now'} entered {showValue(field, value)}
            {mine[field] !== undefined && `, you typed ${mine[field] === '' ? 'nothing' : mine[field]}`}
          </li>
        ))}
      </ul>
      <button type="button" className="button mt-2" onClick={onAccept}>
        Continue with my values
      </button>
    </div>
  );
}
