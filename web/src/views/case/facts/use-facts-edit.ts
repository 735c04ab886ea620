import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { ApiError } from '#lib/http.ts';
import { request } from '#api/request.ts';
import type { CaseFacts, ChangedFacts, DecodedVin, FactField } from '#api/types.ts';
import { allFields, parseInput, toInput } from '#lib/fact-fields.ts';

export type Typed = Readonly<Partial<Record<FactField, string>>>;
type Problems = Readonly<Partial<Record<FactField, string>>>;

/** The changes since the form was opened, as the API expects them, or their errors. */
function readTyped(facts: CaseFacts, typed: Typed): { changes: Record<string, unknown>; problems: Problems } {
  const changes: Record<string, unknown> = {};
  const problems: Partial<Record<FactField, string>> = {};
  for (const info of allFields) {
    const text = typed[info.field];
    const fact = facts.fields.find(({ field }) => field === info.field);
    if (text === undefined || fact === undefined || text.trim() === toInput(info, fact)) continue;
    const parsed = parseInput(info, text);
    if ('problem' in parsed) problems[info.field] = parsed.problem;
    else changes[info.field] = parsed.value;
  }
  return { changes, problems };
}

/** What the service finds wrong, by field. */
function problemsOf(error: Error | null): Problems {
  const issues = error instanceof ApiError ? (error.problem.issues ?? []) : [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.replace(/^changes\./, ''), message]));
}

const conflictOf = (error: Error | null): CaseFacts | undefined =>
  error instanceof ApiError && error.status === 409 ? (error.problem.current as CaseFacts | undefined) : undefined;

/** The VIN's decoded values, as if typed. Its trims are only candidates: a user who types one has asked the owner. */
const vehicleOf = ({ year, make, model }: DecodedVin): Typed => ({
  ...(year === null ? {} : { year: String(year) }),
  ...(make === null ? {} : { make }),
  ...(model === null ? {} : { model }),
});

type FactsEdit = { readonly loaded: CaseFacts; onSaved(changed: ChangedFacts): void; onCancel(): void };

/** The unsaved edits of a case's facts. */
export function useFactsEdit({ loaded, onSaved, onCancel }: FactsEdit) {
  const queries = useQueryClient();
  // The version that was opened counts, although the facts may be read again meanwhile.
  const [base, setBase] = useState(loaded);
  const [typed, setTyped] = useState<Typed>({});
  const [withdrawn, setWithdrawn] = useState<readonly FactField[]>([]);
  const [own, setOwn] = useState<Problems>({});
  const caseId = loaded.consultation_id;
  const save = useMutation({
    mutationFn: (changes: Record<string, unknown>) =>
      request('PATCH /cases/{consultation_id}/facts', {
        path: { consultation_id: caseId },
        body: { seen: base.version, changes, withdrawn },
      }),
    onSuccess: (changed) => {
      onSaved(changed);
      void queries.invalidateQueries({ queryKey: ['case', caseId] });
      void queries.invalidateQueries({ queryKey: ['columns'] });
    },
  });
  const conflict = conflictOf(save.error);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { changes, problems } = readTyped(base, typed);
    setOwn(problems);
    const first = Object.keys(problems).at(0);
    if (first !== undefined) document.getElementById(`fact-${first}`)?.focus();
    else if (Object.keys(changes).length === 0 && withdrawn.length === 0) onCancel();
    else if (!save.isPending) save.mutate(changes);
  };
  return {
    base,
    typed,
    withdrawn,
    problems: { ...problemsOf(save.error), ...own },
    conflict,
    error: save.error,
    isSaving: save.isPending,
    submit,
    type: (field: FactField, text: string): void => {
      setTyped((before) => ({ ...before, [field]: text }));
      setWithdrawn((before) => before.filter((one) => one !== field));
    },
    withdraw: (field: FactField): void => setWithdrawn((before) => [...before, field]),
    takeVehicle: (decoded: DecodedVin): void => setTyped((before) => ({ ...before, ...vehicleOf(decoded) })),
    acceptConflict: (): void => {
      if (conflict !== undefined) setBase(conflict);
      save.reset();
    },
  };
}
