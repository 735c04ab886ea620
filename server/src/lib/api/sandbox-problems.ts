// Errors of the sandbox in the partner portal.

export const sandboxProblems = {
  step_not_possible: {
    status: 409,
    when: 'The test object’s current state does not allow this step.',
    remedy: 'possible_steps lists the steps that are possible now.',
    members: { current_status: 'closed', possible_steps: ['complete_review'] },
  },
  confirmation_required: {
    status: 400,
    when: 'Emptying the sandbox requires the confirmation text shown on the page.',
    remedy: 'Send that text as confirm.',
  },
} as const;
