// Names for what the board reads of the staff API. The types themselves are made from openapi/staff.json.
import type { Operations } from './types.gen.ts';

type WithMember<Member extends string> = {
  [Id in keyof Operations]: Operations[Id] extends Readonly<Record<Member, unknown>> ? Id : never;
}[keyof Operations];

/** What an operation answers with when it succeeds. */
export type ResponseOf<Id extends WithMember<'response'>> = Operations[Id]['response'];
/** What an operation takes. */
type BodyOf<Id extends WithMember<'body'>> = Operations[Id]['body'];
/** One row of what an operation lists. */
type RowOf<Id extends WithMember<'response'>> =
  ResponseOf<Id> extends { readonly data: readonly (infer Row)[] } ? Row : never;

/** A page of rows; all lists of the API have these members. */
export type List<Row> = Omit<ResponseOf<'audit.list'>, 'object' | 'data'> & { readonly data: readonly Row[] };

export type Case = ResponseOf<'board.get-case'>;
export type Card = Case['card'];
export type Held = NonNullable<Card['held']>;
export type Lane = Card['lane'];
export type Source = Card['source'];
export type Market = NonNullable<Case['market']>;
export type Entry = Case['timeline'][number];
export type Hold = Case['holds'][number];
export type Payment = Case['payment'];
export type Templates = ResponseOf<'replies.list-templates'>;
export type Template = Templates['data'][number];
export type Fact = Case['facts'][number];
export type Paper = Case['documents'][number];
export type CaseFacts = ResponseOf<'facts.get'>;
export type CaseFact = CaseFacts['fields'][number];
export type FactField = CaseFact['field'];
export type ChangedFacts = ResponseOf<'facts.change'>;
export type DecodedVin = ResponseOf<'facts.decode-vin'>;
export type StateFacts = ResponseOf<'board.get-state-facts'>;
export type CallBody = BodyOf<'intakes.log-call'>;

export type AssignBody = BodyOf<'consultations.assign'>;

export type Columns = Omit<ResponseOf<'board.list-columns'>, 'object'>;
export type Column = Columns['columns'][number];
export type Mine = ResponseOf<'board.list-mine'>;
export type Colleague = RowOf<'access.list-colleagues'>;
export type NewCaseBody = BodyOf<'intakes.create-by-telephone'>;
export type MadeCase = ResponseOf<'intakes.create-by-telephone'>;
export type TelephoneWording = ResponseOf<'intakes.get-telephone-wording'>;
export type NextCall = ResponseOf<'consultations.claim-next'>;
export type Snapshot = ResponseOf<'market.get-snapshot'>;
export type Comparable = Snapshot['comparables'][number];
export type CallingRules = ResponseOf<'consultations.list-calling-rules'>;
export type Jurisdiction = CallingRules['data'][number];
export type { Operations } from './types.gen.ts';
export type Figures = ResponseOf<'board.get-figures'>;
export type Load = ResponseOf<'board.get-load'>;
export type Exposure = ResponseOf<'exposure.get'>;
export type LenderAnalytics = ResponseOf<'analytics.get-lenders'>;
export type ActivationCohort = LenderAnalytics['activation'][number];

export type Appraisal = ResponseOf<'appraisals.get'>;
export type ReportCheck = ResponseOf<'report-checks.get'>;
export type Finding = ReportCheck['findings'][number];
export type AppraisalDraft = NonNullable<Appraisal['draft']>;
export type Me = ResponseOf<'access.get-staff-me'>;
export type Role = Me['role'];

export type Account = RowOf<'board.list-agents'>;
export type ApiKey = RowOf<'access.list-partner-keys'>;
export type AuditEntry = RowOf<'audit.list'>;
export type Credential = RowOf<'access.list-credentials'>;
export type Delivery = RowOf<'webhooks.list-deliveries'>;
export type Endpoints = ResponseOf<'webhooks.list-endpoints'>;
export type Endpoint = Endpoints['data'][number];
export type HeldGroup = RowOf<'customers.list-held'>;
export type Institution = ResponseOf<'partners.get-institution'>;
export type Reply = RowOf<'replies.list-unattached'>;
export type Settings = ResponseOf<'switches.get'>;
export type StaffMember = RowOf<'access.list-staff'>;
export type Statement = RowOf<'plans.list-statements-of'>;
export type StatementRun = ResponseOf<'plans.run-statements'>;
export type Suppression = ResponseOf<'customers.add-do-not-contact'>;
export type Person = ResponseOf<'privacy.get-customer-data'>;
export type PersonScope = Person['scopes'][number];
export type ErasurePreview = ResponseOf<'privacy.preview-erasure'>;
export type ErasureReason = BodyOf<'privacy.ask-erasure'>['reason'];
export type CustomerRequest = RowOf<'self-service.list-requests'>;
