import { describe, expect, it } from 'vitest';
import type { Card, Columns, Lane } from '#api/types.ts';
import { mergeColumns } from './merge-columns.ts';

const card = (id: string, lane: Lane): Card => ({
  id,
  number: id,
  source: 'agent_intake',
  source_id: id,
  lane,
  status: 'received',
  status_at: '',
  name: null,
  vehicle: null,
  loss_state: null,
  gap_cents: null,
  priority: false,
  test: false,
  proven: null,
  relayed: false,
  tied: 0,
  attempts: 0,
  last_call_at: null,
  callback_at: null,
  next_call_at: null,
  waits_for_number: false,
  number_struck: false,
  stopped: false,
  unread_replies: 0,
  opened_at: '',
  delivered_at: null,
  closed_at: null,
  by_telephone: false,
  unreadable: false,
  assignee: null,
  held: null,
});

/**
 * A board with these cards, as in `{ new: 'a b', tried: 'c' }`; `more` counts those further down that are not returned.
 */
const board = (lanes: Partial<Record<Lane, string>>, more = 0): Columns => ({
  at: '',
  test: false,
  columns: (['new', 'tried'] as const).map((lane) => {
    const cards = (lanes[lane] ?? '')
      .split(' ')
      .filter(Boolean)
      .map((id) => card(id, lane));
    return { lane, count: cards.length + more, oldest_at: null, cards };
  }),
});

const merge = (shown: Columns, fresh: Columns) => {
  const { columns, updates } = mergeColumns(shown, fresh);
  return [
    columns.map(({ cards }) => cards.map(({ id, change }) => `${id}${change ? `:${change}` : ''}`).join(' ')),
    updates,
  ];
};

describe('the order on the screen', () => {
  it('stays when the order of the queue changes', () => {
    expect(merge(board({ new: 'a b c' }), board({ new: 'c b a' }))).toEqual([['a b c', ''], 0]);
  });

  it('appends new cards, marked as added', () => {
    expect(merge(board({ new: 'a b' }), board({ new: 'x a b' }))).toEqual([['a b x:added', ''], 1]);
  });

  it('keeps a card that moved at its position and counts it once', () => {
    expect(merge(board({ new: 'a b' }), board({ new: 'b', tried: 'a' }))).toEqual([['a:moved b', 'a:added'], 1]);
  });

  it('keeps a closed card at its position', () => {
    expect(merge(board({ new: 'a b' }), board({ new: 'b' }))).toEqual([['a:closed b', ''], 1]);
  });

  it('does not report a card as closed that may be further down a long column', () => {
    expect(merge(board({ new: 'a b' }), board({ new: 'b' }, 40))).toEqual([['a b', ''], 0]);
  });

  it('shows what changed on a card that stayed', () => {
    const fresh = board({ new: 'a' });
    const [column] = fresh.columns;
    const changed = {
      ...fresh,
      columns: [{ ...column!, cards: [{ ...column!.cards[0]!, attempts: 3 }] }, fresh.columns[1]!],
    };
    expect(mergeColumns(board({ new: 'a' }), changed).columns[0]?.cards[0]?.attempts).toBe(3);
  });
});
