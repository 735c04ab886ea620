// What customers and borrowers do: press a button of a page, reply to a text.
import { check } from '#bench/walk/difference';
import { sentLinkPath } from '@makewhole/server/src/modules/intakes/testing.ts';
import { answerLink, linksOf } from '#bench/walk/model/intakes';
import { activate, move, statusAt } from '#bench/walk/model/referrals';
import type { Step, Walker } from '#bench/walk/walker';

async function answerIntake(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const intake = walker.recent(model.intakes.filter(({ link }) => link !== undefined));
  if (intake?.link === undefined) return undefined;
  const decision = walker.chance(0.75) ? 'confirm' : 'decline';
  const via = walker.pick(linksOf(intake));
  const path = via === 'relayed' ? intake.link : await sentLinkPath(world.harness, intake.id, via);
  const before = intake.status;
  const expected = answerLink(model, intake, { decision, via });
  const { status } = await world.press(path, { decision });
  check(`the owner's page of a ${before} intake answering ${decision} by the ${via} link`, status, expected);
  return `${decision} by ${via}: ${before} to ${intake.status}`;
}

/** Mail scanners fetch links: viewing changes nothing. */
async function lookAtPage(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const intake = walker.recent(model.intakes.filter(({ link }) => link !== undefined));
  if (intake?.link === undefined) return undefined;
  await world.call(`GET ${intake.link}`);
  model.touched.intakes.add(intake);
  return intake.status;
}

async function answerInvitation(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const referral = walker.recent(model.referrals.filter(({ link }) => link !== undefined));
  if (referral?.link === undefined) return undefined;
  const decision = walker.chance(0.75) ? 'accept' : 'decline';
  const before = statusAt(referral, model.now);
  const { status } = await world.press(referral.link, { decision });
  const decided = { invited: undefined, declined: 'decline', expired: 410, canceled: 410 } as const;
  const standing = before in decided ? decided[before as keyof typeof decided] : 'accept';
  const expected = standing === undefined || standing === decision ? 303 : standing === 410 ? 410 : 409;
  check(`the borrower's page of a ${before} referral answering ${decision}`, status, expected);
  if (before === 'invited' && decision === 'decline') move(model, referral, { action: 'decline' });
  if (before === 'invited' && decision === 'accept') {
    const { id, number } = await walker.nameCase(referral.id);
    activate(model, referral, { via: 'invitation', priority: false, number });
    if (referral.case !== undefined) referral.case.id = id;
  }
  return `${decision}: ${before} to ${referral.status}`;
}

async function stopTexts(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const waiting = model.consultations.filter(({ closedAt, test }) => closedAt === undefined && !test);
  const phones = waiting.flatMap((one) => one.contact().phone ?? []);
  const phone = walker.recent(phones, 12);
  if (phone === undefined) return undefined;
  const { status } = await world.text(phone, walker.pick(['STOP', 'stop', ' Unsubscribe.']));
  check('the answer to STOP', status, 200);
  model.suppress([phone], 'stopped');
  await walker.adoptSilence([phone]);
  return phone;
}

async function startTexts(walker: Walker): Promise<string | undefined> {
  const { model, world } = walker;
  const stopped = model.contactBook.silent.filter((contact) => contact.startsWith('+'));
  const phone = walker.find(stopped);
  if (phone === undefined) return undefined;
  const { status } = await world.text(phone, walker.pick(['START', 'unstop']));
  check('the answer to START', status, 200);
  model.contactBook.lift(phone);
  model.contactBook.settle(phone, (await world.listSilent([phone])).length > 0);
  await walker.adoptSilence([phone]);
  return `${phone}, ${model.contactBook.suppressionOf(phone) ?? 'lifted'}`;
}

export const customerSteps: readonly Step[] = [
  { name: 'owner answers the page', weight: 7, run: answerIntake },
  { name: 'owner looks at the page', weight: 1, run: lookAtPage },
  { name: 'borrower answers the invitation', weight: 6, run: answerInvitation },
  { name: 'owner stops texts', weight: 2, run: stopTexts },
  { name: 'owner starts texts', weight: 4, run: startTexts },
];
