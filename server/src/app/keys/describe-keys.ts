import type { Ctx } from '#context';
import { findKnownKeys } from '#platform/jobs';
import { countNeeds, type Need } from './count-needs.ts';

export type KeyStatus = {
  readonly id: string;
  /** As it stands in DATA_KEY here; `missing` when values need it and it does not. */
  readonly form: 'reads' | 'compare' | 'missing';
  /** Processes that run and have it for reading, of all that run. */
  readonly processes: number;
  readonly writing: number;
  readonly lastWrittenAt: Date | undefined;
  readonly needs: readonly Need[];
  readonly verdict: string;
};

export type KeysStatus = {
  readonly keys: readonly KeyStatus[];
  readonly processes: number;
};

type Written = { id: string; last_written_at: Date };

/** For each key of the ring, and each that a value still needs: which processes have it, what needs it, and whether it can be removed. */
export async function describeKeys(ctx: Pick<Ctx, 'db' | 'vault'>): Promise<KeysStatus> {
  const [needs, known, written] = await Promise.all([
    countNeeds(ctx),
    findKnownKeys(ctx),
    ctx.db.many<Written>({ text: 'select id, last_written_at from platform.data_keys', values: [] }),
  ]);
  const others = known?.others ?? [];
  const ids = [...new Set([...ctx.vault.keys.map(({ id }) => id), ...needs.map(({ keyId }) => keyId)])];
  const keys = ids.map((id): KeyStatus => {
    const own = ctx.vault.keys.find((key) => key.id === id);
    const status = {
      id,
      form: formOf(own),
      processes: others.filter((one) => one.keys.includes(id)).length,
      writing: others.filter(({ writesWith }) => writesWith === id).length,
      lastWrittenAt: written.find((one) => one.id === id)?.last_written_at,
      needs: needs.filter(({ keyId }) => keyId === id),
    };
    const isFirst = ctx.vault.keys.find((key) => !key.compares)?.id === id;
    return { ...status, verdict: judge(status, isFirst) };
  });
  return { keys, processes: others.length };
}

function formOf(own: { readonly compares: boolean } | undefined): KeyStatus['form'] {
  if (own === undefined) return 'missing';
  return own.compares ? 'compare' : 'reads';
}

type Judged = Omit<KeyStatus, 'verdict'>;

function judge({ form, writing, needs }: Judged, isFirst: boolean): string {
  const encrypted = needs.some(({ kind }) => kind !== 'fingerprint');
  if (form === 'missing') return 'MISSING: put it back';
  if (form === 'compare' && encrypted)
    return 'MISSING for reading: put it back without compare:, then run keys reencrypt';
  if (isFirst || writing > 0) return 'in use: must stay';
  if (encrypted) return 'must stay: run keys reencrypt';
  if (needs.length > 0)
    return form === 'compare'
      ? 'must stay as compare:…, or what it fingerprinted is lost'
      : 'may become compare:… (links in mails that it made stop working)';
  return 'may be removed';
}
