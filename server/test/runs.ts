/** The nightly run has hours: what takes long there and breaks rarely is left out by day. */
export const isNightly = process.env['NIGHTLY'] === '1';

/** How often a property is tried: in every test run, and in the nightly one, which has hours. */
export const runs = ({ always, nightly }: { always: number; nightly: number }): number =>
  isNightly ? nightly : always;
