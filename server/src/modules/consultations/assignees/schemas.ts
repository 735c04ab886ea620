import { type Static, Type } from 'typebox';
import { closed, nullable, shownText } from '#lib/api/shapes';

export const assignSchema = Type.Object(
  {
    staff_id: nullable(Type.String({ maxLength: 40 }), 'the active staff member to assign it to; null to unassign'),
    seen: Type.Optional(
      nullable(Type.String({ maxLength: 40 }), 'the assignee that you saw; refused if the assignee has changed since'),
    ),
    reason: Type.Optional(shownText(1, 200)),
  },
  closed,
);
export type Assign = Static<typeof assignSchema>;

export const assigneeSchema = Type.Object(
  {
    object: Type.Literal('assignee'),
    consultation_id: Type.String(),
    staff_id: nullable(Type.String()),
    name: nullable(Type.String()),
  },
  closed,
);
export type Assignee = Static<typeof assigneeSchema>;
