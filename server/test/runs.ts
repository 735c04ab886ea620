/** The nightly run has hours: what takes long there and breaks rarely is left out by day. */
export const isNightly = process.env['NIGHTLY'] === '1';

/** The whole days since 1970 say whose turn it is: by day a third of a list, so that all had theirs within three days. */
export const pickTurn = <Item>(items: readonly Item[]): Item[] => {
  const turn = Math.floor(Date.now() / 86_400_000) % 3;
  return isNightly ? [...items] : items.filter((_item, place) => place % 3 === turn);
};

/** They start many processes, or wait for what dies, and take minutes of a core; they run with NIGHTLY=1, or by name. */
export const atNight = [
  'server/src/app/docs/every-page.test.ts',
  'server/src/gateways/objects/s3-lock.test.ts',
  'server/src/modules/credentials/uploads/compose-verify-calls.test.ts',
  'server/src/modules/webhooks/dispatch/followed-shards.test.ts',
  'server/src/platform/db/silence.test.ts',
  'server/src/entrypoints/demo/retired-key.test.ts',
  'server/src/entrypoints/wrong-clock.test.ts',
  'server/test/flows/a-year-of-cases.test.ts',
  'server/test/flows/appraisal-kills.test.ts',
  'server/test/flows/checkout-kills.test.ts',
  'server/test/flows/documents-in-a-bucket.test.ts',
  'server/test/flows/drain.test.ts',
  'server/test/import-rules.test.ts',
];

/**
 * They walk everything there is, take half of the time of all the others together and prove no clause of their own: each on one of three
 * days, all at night. Their order makes the thirds alike.
 */
export const inTurn = [
  'server/src/app/docs/developer-pages.test.ts',
  'server/test/samples/samples.test.ts',
  'server/test/flows/canary.test.ts',
  'server/test/flows/hostile-reads.test.ts',
  'server/src/modules/sandbox/agent-console/console-pages.test.ts',
  'server/test/database/statement-types.test.ts',
  'server/src/modules/vehicles/vin/decode-vin.test.ts',
  'server/test/flows/order-of-events.test.ts',
  'server/src/entrypoints/demo/demo-command.test.ts',
  'server/src/modules/intakes/reports/upload-budgets.test.ts',
  'server/src/modules/memberships/rosters/roster-uploads.test.ts',
  'server/src/app/surfaces/hostile-bodies.test.ts',
  'cli/src/failures.test.ts',
  'server/test/truth/case-page-truth.test.ts',
  'server/src/modules/webhooks/recovery/recovery.test.ts',
  'cli/src/conformance/conformance.test.ts',
  'server/src/entrypoints/commands/doctor.test.ts',
  'server/src/modules/portal/signature-check/planted-mistakes.test.ts',
  'server/src/modules/customers/budgets/budgets.test.ts',
  'server/src/app/docs/docs-pages.test.ts',
  'server/src/app/reference/request-members.test.ts',
  'server/test/truth/messages-truth.test.ts',
  'server/src/modules/documents/jail/run-confined.test.ts',
  'server/src/modules/credentials/signatures/replay.test.ts',
  'server/test/flows/message-purposes.test.ts',
  'server/src/platform/db/migrate.test.ts',
  'server/test/tenancy/connections.test.ts',
  'cli/src/conformance/conformance-command.test.ts',
  'server/test/truth/checkout-pages-truth.test.ts',
  'server/test/truth/answer-pages-truth.test.ts',
  'server/src/modules/vehicles/data/prepare-vehicle-data.test.ts',
  'server/src/platform/config/production.test.ts',
  'server/src/modules/vehicles/feed/fetch-listings.test.ts',
  'server/test/truth/appraisal-page-truth.test.ts',
  'server/src/modules/documents/reading/read-variants.test.ts',
  'server/src/modules/customers/templates/templates.test.ts',
  'server/src/app/reference/search-index.test.ts',
  'server/src/entrypoints/process.test.ts',
  'server/src/modules/referrals/invitation/invitation-page.test.ts',
  'server/test/deploy/alarms.test.ts',
  'server/src/modules/intakes/confirmation/link-page.test.ts',
  'server/src/modules/staff/sign-in/sign-in-page.test.ts',
  'server/src/modules/board/detail/call-script-truth.test.ts',
  'server/test/flows/allowed-outcomes.test.ts',
  'server/src/app/surfaces/staff-audit.test.ts',
];
/** Browser tests that walk every view or one part of the portal to its end; the stories of a day's work run every day. */
export const inTurnInBrowser = [
  'server/test/e2e/views.e2e.ts',
  'server/test/e2e/portal/keys-and-credentials.e2e.ts',
  'server/test/e2e/portal/every-page.e2e.ts',
  'server/test/e2e/portal/money.e2e.ts',
  'server/test/e2e/failures.e2e.ts',
  'server/test/e2e/portal/users.e2e.ts',
  'server/test/e2e/portal/webhooks.e2e.ts',
  'server/test/e2e/getting-around.e2e.ts',
  'server/test/e2e/hostile.e2e.ts',
  'server/test/e2e/lead-and-administrator.e2e.ts',
  'server/test/e2e/lender/lender-figure.e2e.ts',
  'server/test/e2e/portal/access.e2e.ts',
];

/** What a run leaves out today: nothing when files are named, so that whoever changes one can run it. */
export function leftOutToday(never: readonly string[], turns: readonly string[], words: readonly string[]): string[] {
  const isWhole = words.every((word) => /^(run|list|-.*|\.|.*vitest\.config\.ts)$/.test(word));
  if (isNightly || !isWhole) return [];
  const today = pickTurn(turns);
  return [...never, ...turns.filter((file) => !today.includes(file))];
}

/** How often a property is tried: in every test run, and in the nightly one, which has hours. */
export const runs = ({ always, nightly }: { always: number; nightly: number }): number =>
  isNightly ? nightly : always;
