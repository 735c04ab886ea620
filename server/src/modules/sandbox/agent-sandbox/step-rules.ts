import type { sandboxIntakes } from '#modules/intakes';

type Status = sandboxIntakes.TestIntake['status'];

/** The facts that decide which steps are possible. */
export type StepFacts = sandboxIntakes.TestIntake & {
  /** The free consultation was given. */
  readonly delivered: boolean;
};

type Step = {
  /** What happens, from an observer's point of view. */
  readonly does: string;
  readonly kind: 'action' | 'time';
  /** The event that follows; null if the status stays the same. */
  readonly causes: string | null;
  possible(facts: StepFacts): boolean;
};

const undecided: readonly Status[] = ['received', 'welcome_sent', 'contact_attempted'];
const isUndecided = ({ status }: StepFacts): boolean => undecided.includes(status);

/** Every step of an intake: the rows of T1 after its creation, the delivery, and the end of its case. */
export const intakeSteps = {
  send_welcome: {
    does: 'We send the welcome message',
    kind: 'action',
    causes: 'intake.welcome_sent',
    possible: ({ status, welcomed }) => status === 'received' && welcomed,
  },
  miss_call: {
    does: 'The team calls and gets no answer',
    kind: 'action',
    causes: 'intake.contact_attempted',
    possible: ({ status }) => status === 'received' || status === 'welcome_sent',
  },
  confirm: {
    does: 'The owner opens the receipt’s link and says yes',
    kind: 'action',
    causes: 'intake.customer_confirmed',
    possible: isUndecided,
  },
  confirm_by_call: {
    does: 'The team calls and the owner says yes',
    kind: 'action',
    causes: 'intake.customer_confirmed',
    possible: isUndecided,
  },
  decline: {
    does: 'The owner opens the receipt’s link and says no',
    kind: 'action',
    causes: 'intake.declined',
    possible: isUndecided,
  },
  decline_by_call: {
    does: 'The team calls and the owner says no',
    kind: 'action',
    causes: 'intake.declined',
    possible: (facts) => isUndecided(facts) || facts.status === 'customer_confirmed',
  },
  withdraw_consent: {
    does: 'The owner withdraws a yes given through the receipt’s link',
    kind: 'action',
    causes: 'intake.declined',
    possible: ({ mayTakeBack }) => mayTakeBack,
  },
  not_requested: {
    does: 'The team calls, and the owner says they did not ask for this',
    kind: 'action',
    causes: 'intake.declined',
    possible: (facts) => isUndecided(facts) || facts.status === 'customer_confirmed',
  },
  start: {
    does: 'The team starts the consultation',
    kind: 'action',
    causes: 'intake.consultation_active',
    possible: ({ status }) => status === 'customer_confirmed',
  },
  deliver: {
    does: 'The team gives the free consultation, and the receipt links to a checkout with test cards',
    kind: 'action',
    causes: null,
    possible: ({ status, delivered, caseClosed }) => status === 'consultation_active' && !delivered && !caseClosed,
  },
  pass_quiet_days: {
    does: '90 days pass without activity, and the case closes: it no longer accepts reports',
    kind: 'time',
    causes: null,
    possible: ({ status, caseClosed }) =>
      (status === 'customer_confirmed' || status === 'consultation_active') && !caseClosed,
  },
  expire: {
    does: 'The intake expires without a response',
    kind: 'time',
    causes: 'intake.expired',
    possible: isUndecided,
  },
} as const satisfies Record<string, Step>;

export type IntakeStep = keyof typeof intakeSteps;

export const intakeStepNames = Object.keys(intakeSteps) as IntakeStep[];

/** The same steps, for documentation. */
export const intakeStepsShown = intakeStepNames.map((step) => ({ step, ...intakeSteps[step] }));

export type StepView = {
  readonly step: IntakeStep;
  readonly does: string;
  readonly kind: 'action' | 'time';
  readonly causes: string | null;
  readonly possible: boolean;
};

/** Every step, and whether it can be taken now. */
export const listStepViews = (facts: StepFacts): StepView[] =>
  intakeStepNames.map((step) => {
    const { does, kind, causes, possible } = intakeSteps[step];
    return { step, does, kind, causes, possible: possible(facts) };
  });
