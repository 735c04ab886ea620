/** How often a property is tried: in every test run, and in the nightly one, which has hours. */
export const runs = ({ always, nightly }: { always: number; nightly: number }): number =>
  process.env['NIGHTLY'] === '1' ? nightly : always;
