/** Errors for staff about a case that a teammate owns, called or changed. */
export const consultationProblems = {
  case_claimed: {
    status: 409,
    when: 'Another staff member has claimed this case, or another case with the same phone number.',
    remedy: 'Take another case. A lead can take it over with a reason.',
    members: { claimed_by: 'Synthetic Staff', claimed_since: '2026-11-15T12:00:00.000Z' },
  },
  lease_lost: {
    status: 409,
    when: 'Your lease of the case has expired because it was not renewed in time.',
    remedy: 'Claim it again, unless another staff member has claimed it.',
  },
  facts_changed: {
    status: 409,
    when: 'Another staff member changed the facts of the case since the version you loaded.',
    remedy: 'Compare with current, and send the change again with its version.',
    members: { current: { object: 'case.facts', version: 2 } },
  },
  call_came_between: {
    status: 409,
    when: 'Another call about the case was logged since you saw it, so yours may be the same call. It was not logged.',
    remedy:
      'Compare it with the calls in between, newest first. If yours is a different call, send it with seen_calls set to the value of calls.',
    members: {
      calls: 2,
      between: [
        {
          id: 'cal_2Kf9vQmXy7Lw3NpRt8Bz6Hd1',
          outcome: 'no_answer',
          note: null,
          called_at: '2026-11-15T12:00:00.000Z',
          by: 'Synthetic Staff',
          mine: false,
        },
      ],
    },
  },
  assignee_changed: {
    status: 409,
    when: 'The case has another assignee than you saw.',
    remedy: 'Check the current assignee, and send the request again if you still want to change it.',
    members: { assignee: { staff_id: 'stf_2Kf9vQmXy7Lw3NpRt8Bz6Hd1', name: 'Synthetic Staff' } },
  },
  called_recently: {
    status: 409,
    when: 'The phone number was called less than an hour ago, about this case or another.',
    remedy: 'Wait until callable_at.',
    members: { callable_at: '2026-11-15T13:00:00.000Z' },
  },
} as const;
