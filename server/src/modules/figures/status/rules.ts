/** The measurements of one minute. */
export type Sample = {
  readonly minute: Date;
  readonly apiProcesses: number;
  readonly databaseMs: number;
  readonly webhookWaitS: number;
  readonly messageWaitS: number;
  readonly readers: boolean | null;
};

export const partNames = ['api', 'database', 'webhooks', 'messages', 'readers'] as const;
export type PartName = (typeof partNames)[number];

/** An empty statement takes a millisecond; at this duration users notice. */
export const slowMs = 1000;
/** Due work begins within a second; users notice a delay of minutes. */
export const lateS = 120;
/** A process reports every ten seconds. */
export const reportedWithinS = 45;
/** An older measurement does not describe the present. */
const freshMs = 3 * 60_000;
export const storedDays = 90;

/** A part that this installation does not have is neither ok nor a problem. */
export type State = 'ok' | 'problem' | 'unknown' | 'not_configured';

/** For a span of time: measured minutes, those without problems, and those without a sample since the first one. */
export type Stretch = { readonly measured: number; readonly ok: number; readonly unmeasured: number };

export type PartStatus = {
  readonly name: PartName;
  readonly state: State;
  readonly last_24_hours: Stretch;
  readonly last_90_days: Stretch;
  /** Days of the last 90 with a minute that had a problem, newest first. */
  readonly days: readonly { readonly day: string; readonly minutes: number }[];
};

export type ServiceStatus = {
  readonly object: 'status';
  readonly checked_at: string | null;
  readonly parts: readonly PartStatus[];
};

const isOk: Readonly<Record<PartName, (sample: Sample) => boolean | null>> = {
  api: ({ apiProcesses }) => apiProcesses > 0,
  database: ({ databaseMs }) => databaseMs < slowMs,
  webhooks: ({ webhookWaitS }) => webhookWaitS < lateS,
  messages: ({ messageWaitS }) => messageWaitS < lateS,
  readers: ({ readers }) => readers,
};

/** Counts of a day, or of a part of it. */
export type Counts = {
  readonly day: string;
  readonly measured: Readonly<Record<PartName, number>>;
  readonly ok: Readonly<Record<PartName, number>>;
};

/** The known data of a span: its counts by day, and since when samples could exist. */
export type Window = { readonly days: readonly Counts[]; readonly since: Date | undefined };

export type Known = {
  readonly now: Date;
  /** Without a mail server nothing is sent, however little waits. */
  readonly hasMail: boolean;
  readonly newest: Sample | undefined;
  readonly lastDay: Window;
  readonly lastDays: Window;
};

export const computeStatus = ({ now, hasMail, newest, lastDay, lastDays }: Known): ServiceStatus => ({
  object: 'status',
  checked_at: newest?.minute.toISOString() ?? null,
  parts: partNames.map((name) => ({
    name,
    state: name === 'messages' && !hasMail ? 'not_configured' : stateOf(name, newest, now),
    last_24_hours: stretchOf(name, lastDay, now),
    last_90_days: stretchOf(name, lastDays, now),
    days: lastDays.days
      .map(({ day, measured, ok }) => ({ day, minutes: measured[name] - ok[name] }))
      .filter(({ minutes }) => minutes > 0)
      .toSorted((a, b) => b.day.localeCompare(a.day)),
  })),
});

function stateOf(name: PartName, newest: Sample | undefined, now: Date): State {
  if (newest === undefined || now.getTime() - newest.minute.getTime() > freshMs) return 'unknown';
  const ok = isOk[name](newest);
  if (ok === null) return 'unknown';
  return ok ? 'ok' : 'problem';
}

function stretchOf(name: PartName, { days, since }: Window, now: Date): Stretch {
  const sum = (of: 'measured' | 'ok'): number => days.reduce((total, counts) => total + counts[of][name], 0);
  const measured = sum('measured');
  const possible = since === undefined ? 0 : Math.floor((now.getTime() - since.getTime()) / 60_000);
  return { measured, ok: sum('ok'), unmeasured: Math.max(0, possible - measured) };
}
