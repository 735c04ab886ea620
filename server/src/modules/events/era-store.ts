import { prepared, type Db, type TxDb } from '#platform/db';

/** What an era is: a stretch of the log within which transaction ids count up. */
export type Era = { readonly era: string; readonly history: string; readonly began_at: Date; readonly paused: boolean };

const enter = prepared<[], Era>(
  'events.enter-era',
  'select era::text, history, began_at, paused from events.enter_era()',
);

/** The era that is written now; in a history that nobody has written yet it begins here. */
export async function enterEra(db: Db): Promise<Era> {
  return requireEra(await db.find(enter()));
}

const raise = prepared<[], Era>(
  'events.raise-era',
  'select era::text, history, began_at, paused from events.raise_era()',
);

/** Whoever writes events is waited for; the transaction says how long. */
export async function insertEra(db: TxDb): Promise<Era> {
  return requireEra(await db.find(raise()));
}

const pause = prepared<[], { era: string }>(
  'events.pause-era',
  'update events.eras set paused = true where not paused and era = (select max(era) from events.eras) returning era::text',
);

/** Undefined when work was paused already. */
export const updatePaused = (db: TxDb) => db.find(pause());

const resume = prepared<[], { era: string }>(
  'events.resume-era',
  'update events.eras set paused = false where paused and era = (select max(era) from events.eras) returning era::text',
);

/** Undefined when nothing was paused. */
export const updateResumed = (db: TxDb) => db.find(resume());

function requireEra(era: Era | undefined): Era {
  if (era === undefined) throw new Error('there is always an era');
  return era;
}
