// Refusals of the sandbox in the partner portal.

export const sandboxProblems = {
  step_not_possible: {
    status: 409,
    when: 'A test object is in a state in which this step cannot be taken.',
    remedy: 'possible_steps names those that can be taken now.',
    members: { current_status: 'closed', possible_steps: ['complete_review'] },
  },
  confirmation_required: {
    status: 400,
    when: 'The sandbox is emptied only when the words that the page asks for are typed.',
    remedy: 'Send them as confirm.',
  },
} as const;
