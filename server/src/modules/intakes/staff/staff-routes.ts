import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { getIntakeRecord, startIntake } from './intake-records.ts';
import { logIntakeCall } from './log-intake-call.ts';
import {
  callRequestSchema,
  intakeRecordSchema,
  loggedIntakeCallSchema,
  madeIntakeSchema,
  telephoneIntakeSchema,
  telephoneWordingSchema,
} from './schemas.ts';
import { createTelephoneIntake } from './create-telephone-intake.ts';
import { telephoneWording } from './telephone-rules.ts';

/** For an owner who calls us. */
export const telephoneStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/telephone-wording',
    {
      config: {
        operation: 'intakes.get-telephone-wording',
        audience: 'staff',
        role: 'caller',
        audited: false,
        summary: 'Retrieve the words to read to somebody who telephones in.',
      },
      schema: { response: { 200: telephoneWordingSchema } },
    },
    async () => ({ object: 'telephone_wording' as const, ...telephoneWording }),
  );

  app.post(
    '/telephone-cases',
    {
      config: {
        operation: 'intakes.create-by-telephone',
        audience: 'staff',
        role: 'caller',
        summary: 'Make a case for somebody who telephones in, or find the one they have.',
        description:
          'The words of `GET /telephone-wording` are read to them first, and they say yes. The number is proven only if it was read back; an email address is not proven by a call.',
      },
      schema: { body: telephoneIntakeSchema, response: { 200: madeIntakeSchema } },
    },
    async ({ ctx, body }) => createTelephoneIntake(ctx, body),
  );
};

const params = Type.Object({ intake_id: Type.String() });
const response = { 200: intakeRecordSchema };

export const intakeStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/intakes/:intake_id',
    {
      config: {
        operation: 'intakes.get-record',
        audience: 'staff',
        role: 'caller',
        summary: 'Retrieve the full record of an intake, with messages, calls and documents.',
      },
      schema: { params, response },
    },
    async (request) => getIntakeRecord(request.ctx, request.params.intake_id),
  );

  app.post(
    '/intakes/:intake_id/calls',
    {
      config: {
        operation: 'intakes.log-call',
        audience: 'staff',
        role: 'caller',
        summary: 'Log a call to the owner; the outcome may change the status of the intake.',
        description:
          'The outcome applies to every open submission of the number that was dialed. `declined` and `do_not_contact` can be logged in every status.',
      },
      schema: { params, body: callRequestSchema, response: { 200: loggedIntakeCallSchema } },
    },
    async ({ ctx, params: { intake_id: intakeId }, body: { outcome, note, ...call } }) =>
      logIntakeCall(ctx, {
        intakeId,
        outcome,
        note,
        callbackAt: call.callback_at,
        seenCalls: call.seen_calls,
        attemptId: call.attempt_id,
      }),
  );

  app.post(
    '/intakes/:intake_id/start',
    {
      config: {
        operation: 'intakes.start',
        audience: 'staff',
        role: 'caller',
        summary: 'Start the consultation of an intake whose owner confirmed.',
      },
      schema: { params, response },
    },
    async (request) => startIntake(request.ctx, request.params.intake_id),
  );
};
